/// The WebSocket door, `/ws`: one client follows and steers many sessions and terminals. A client
/// that does not read is cut off; it never holds up a session. Seen by the wiring only.
@NullMarked
package dev.parley.door.socket;

import org.jspecify.annotations.NullMarked;
