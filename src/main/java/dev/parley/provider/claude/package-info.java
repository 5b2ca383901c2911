/// Claude Code: its profile, the dialects of its live and one-shot output, and the reader of its
/// stored sessions.
@NullMarked
package dev.parley.provider.claude;

import org.jspecify.annotations.NullMarked;
