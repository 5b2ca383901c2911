/// The same task for several agents, each in a worktree of its own, compared and one of them taken.
/// Doors and `work.agent` call `Races`; each lane has a virtual thread.
@NullMarked
package dev.parley.work.race;

import org.jspecify.annotations.NullMarked;
