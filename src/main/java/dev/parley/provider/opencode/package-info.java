@NullMarked
package dev.parley.provider.opencode;

import org.jspecify.annotations.NullMarked;
