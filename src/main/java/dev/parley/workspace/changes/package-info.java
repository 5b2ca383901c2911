/// What turns changed in files: checkpoints as commits on hidden refs, what lies between two of
/// them, and how to take it back. The index, HEAD, stash and hooks of the user's repository are
/// never used. For `work`; calls wait for git, so they belong on virtual threads.
@NullMarked
package dev.parley.workspace.changes;

import org.jspecify.annotations.NullMarked;
