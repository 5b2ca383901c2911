/// What doors ask for and what they are told, as plain values: records and enums without behaviour.
/// Every room may use it; it sees `event` and the base packages only.
@NullMarked
package dev.parley.api;

import org.jspecify.annotations.NullMarked;
