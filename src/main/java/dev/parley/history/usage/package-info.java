/// Tokens and costs over the history, by day, model, project, provider, session or ticket. Seen by
/// `history` and `work`.
@NullMarked
package dev.parley.history.usage;

import org.jspecify.annotations.NullMarked;
