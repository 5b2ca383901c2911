/// The rules of rooms: who speaks next, when it is over, what each agent is told, what findings
/// come to. No I/O, no clock, no threads: a host in `work` runs the turns that are ordered here. A
/// course and its parts belong to one thread at a time.
@NullMarked
package dev.parley.room;

import org.jspecify.annotations.NullMarked;
