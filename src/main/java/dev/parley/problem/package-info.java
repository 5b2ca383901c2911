@NullMarked
package dev.parley.problem;

import org.jspecify.annotations.NullMarked;
