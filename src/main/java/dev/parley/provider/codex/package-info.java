@NullMarked
package dev.parley.provider.codex;

import org.jspecify.annotations.NullMarked;
