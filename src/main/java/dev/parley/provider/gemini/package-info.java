/// Gemini CLI: its profile, the dialect of its one-shot output, and the reader of its stored
/// sessions. Live it speaks ACP.
@NullMarked
package dev.parley.provider.gemini;

import org.jspecify.annotations.NullMarked;
