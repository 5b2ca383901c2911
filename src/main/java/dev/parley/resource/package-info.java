@NullMarked
package dev.parley.resource;

import org.jspecify.annotations.NullMarked;
