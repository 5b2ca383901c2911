/// What the REST and the WebSocket door share about live sessions: the same requests, the same
/// answers.
@NullMarked
package dev.parley.door.live;

import org.jspecify.annotations.NullMarked;
