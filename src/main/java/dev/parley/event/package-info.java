@NullMarked
package dev.parley.event;

import org.jspecify.annotations.NullMarked;
