/// One turn of an agent that begins and ends with its process: what is asked, what it may use, what
/// came of it. Doors see `Runs`; the other rooms of `work` build on it. A turn waits on the thread
/// of whoever asked for it.
@NullMarked
package dev.parley.work.run;

import org.jspecify.annotations.NullMarked;
