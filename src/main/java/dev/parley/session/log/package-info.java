/// The log of a session: an event is numbered and stored, then published to its followers.
/// Followers read from any thread; one thread appends. Seen by `session` and, to follow, by `work`.
@NullMarked
package dev.parley.session.log;

import org.jspecify.annotations.NullMarked;
