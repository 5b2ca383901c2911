/// What turns changed in files: `parley changes`, `worktrees` and `race`.
@NullMarked
package dev.parley.door.cli.change;

import org.jspecify.annotations.NullMarked;
