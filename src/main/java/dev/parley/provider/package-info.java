@NullMarked
package dev.parley.provider;

import org.jspecify.annotations.NullMarked;
