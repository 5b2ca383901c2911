@NullMarked
package dev.parley.provider.qwen;

import org.jspecify.annotations.NullMarked;
