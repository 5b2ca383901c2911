@NullMarked
package dev.parley.door.live;

import org.jspecify.annotations.NullMarked;
