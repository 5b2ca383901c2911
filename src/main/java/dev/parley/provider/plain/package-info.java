/// Dialects for a user's own agents: one that prints plain text, and one that prints Parley's
/// events. Only `builtin` sees it.
@NullMarked
package dev.parley.provider.plain;

import org.jspecify.annotations.NullMarked;
