/// What the store keeps of live sessions and for how long: old events and pieces of messages go
/// when the CLI has them as well.
@NullMarked
package dev.parley.session.retention;

import org.jspecify.annotations.NullMarked;
