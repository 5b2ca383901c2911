@NullMarked
package dev.parley.door.socket;

import org.jspecify.annotations.NullMarked;
