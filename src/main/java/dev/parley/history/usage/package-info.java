/// Tokens and costs over the history, by day, model, project, provider, session or ticket.
@NullMarked
package dev.parley.history.usage;

import org.jspecify.annotations.NullMarked;
