/// What a live session did to files: what changed, undo, going on from a turn, and the worktrees it
/// works in. For doors and the other rooms of `work`. Calls wait for git, so they belong on virtual
/// threads.
@NullMarked
package dev.parley.work.change;

import org.jspecify.annotations.NullMarked;
