@NullMarked
package dev.parley.worktree;

import org.jspecify.annotations.NullMarked;
