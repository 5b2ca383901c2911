/// Kimi: its profile, the dialect of its one-shot output, and the readers of the sessions of both
/// its products. Live it speaks ACP. Only `builtin` sees its one value.
@NullMarked
package dev.parley.provider.kimi;

import org.jspecify.annotations.NullMarked;
