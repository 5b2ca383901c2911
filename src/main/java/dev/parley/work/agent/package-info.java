/// Agents and models that work for others: every verb that an agent may ask of Parley.
@NullMarked
package dev.parley.work.agent;

import org.jspecify.annotations.NullMarked;
