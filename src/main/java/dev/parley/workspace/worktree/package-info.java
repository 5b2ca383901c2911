/// Git checkouts for single calls, entered in a ledger before they are made, and what an agent left
/// in a repository. For `work` and the wiring. Calls wait for git.
@NullMarked
package dev.parley.workspace.worktree;

import org.jspecify.annotations.NullMarked;
