/// What the store keeps of live sessions and for how long: old events and pieces of messages go
/// when the CLI has them as well. The wiring starts it and `work.kept` asks it; it has a thread of
/// its own.
@NullMarked
package dev.parley.session.retention;

import org.jspecify.annotations.NullMarked;
