/// Kimi: its profile, the dialect of its one-shot output, and the readers of the sessions of both
/// its products. Live it speaks ACP.
@NullMarked
package dev.parley.provider.kimi;

import org.jspecify.annotations.NullMarked;
