/// OpenCode: its profile, the dialect of its one-shot output, and the readers of its database and
/// of its older files. Live it speaks ACP. Only `builtin` sees its one value.
@NullMarked
package dev.parley.provider.opencode;

import org.jspecify.annotations.NullMarked;
