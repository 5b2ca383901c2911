/// Codex: its profile, the dialects of its app server and of its one-shot output, and the reader of
/// its stored sessions. Only `builtin` sees its one value.
@NullMarked
package dev.parley.provider.codex;

import org.jspecify.annotations.NullMarked;
