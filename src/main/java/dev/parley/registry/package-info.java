@NullMarked
package dev.parley.registry;

import org.jspecify.annotations.NullMarked;
