/// Tokens and costs over the history, by day, model, project, provider or session.
@NullMarked
package dev.parley.history.usage;

import org.jspecify.annotations.NullMarked;
