@NullMarked
package dev.parley.work;

import org.jspecify.annotations.NullMarked;
