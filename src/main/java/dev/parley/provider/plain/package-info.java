@NullMarked
package dev.parley.provider.plain;

import org.jspecify.annotations.NullMarked;
