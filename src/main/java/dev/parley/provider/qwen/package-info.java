/// Qwen Code: its profile, the dialect of its one-shot output, and the reader of its stored
/// sessions. Live it speaks ACP. Only `builtin` sees its one value.
@NullMarked
package dev.parley.provider.qwen;

import org.jspecify.annotations.NullMarked;
