/// Gemini CLI: its profile and the dialect of its one-shot output. Live it speaks ACP; its failures
/// and stored sessions are read in `shared`.
@NullMarked
package dev.parley.provider.gemini;

import org.jspecify.annotations.NullMarked;
