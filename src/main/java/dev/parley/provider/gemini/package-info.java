@NullMarked
package dev.parley.provider.gemini;

import org.jspecify.annotations.NullMarked;
