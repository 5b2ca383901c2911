@NullMarked
package dev.parley.json;

import org.jspecify.annotations.NullMarked;
