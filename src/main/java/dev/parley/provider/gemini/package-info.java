/// Gemini CLI: its profile and the dialect of its one-shot output. Live it speaks ACP; its failures
/// and stored sessions are read in `shared`. Only `builtin` sees its one value.
@NullMarked
package dev.parley.provider.gemini;

import org.jspecify.annotations.NullMarked;
