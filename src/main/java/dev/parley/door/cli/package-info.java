@NullMarked
package dev.parley.door.cli;

import org.jspecify.annotations.NullMarked;
