/// Warm processes: each with its dialect and the conversations on it. Seen by `session` only.
@NullMarked
package dev.parley.session.pool;

import org.jspecify.annotations.NullMarked;
