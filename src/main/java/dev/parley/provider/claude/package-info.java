/// Claude Code: its profile, the dialects of its live and one-shot output, and the reader of its
/// stored sessions. Only `builtin` sees its one value.
@NullMarked
package dev.parley.provider.claude;

import org.jspecify.annotations.NullMarked;
