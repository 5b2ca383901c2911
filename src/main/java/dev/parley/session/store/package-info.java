/// What live sessions keep: their rows, the turns that wait, who owns them, and what a new owner
/// does first. Seen by `session` and its rooms only.
@NullMarked
package dev.parley.session.store;

import org.jspecify.annotations.NullMarked;
