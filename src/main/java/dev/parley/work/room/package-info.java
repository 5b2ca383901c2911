/// Rooms at work: a host takes the turns that the rules of `room` order, on live sessions and model
/// APIs, and keeps what is said. Doors call `Rooms`. Each running room has one virtual thread, and
/// each turn in it another.
@NullMarked
package dev.parley.work.room;

import org.jspecify.annotations.NullMarked;
