/// The JSON form of every value that a door sends or receives. One form each, whatever the door.
/// Seen by the doors only.
@NullMarked
package dev.parley.door.json;

import org.jspecify.annotations.NullMarked;
