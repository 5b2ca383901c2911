@NullMarked
package dev.parley.search;

import org.jspecify.annotations.NullMarked;
