/// Pseudo terminals that belong to Parley, not to a window: the CLIs' interactive faces and shells,
/// what they showed lately, and who watches. Each has a platform thread that reads it. For `work`,
/// which doors ask.
@NullMarked
package dev.parley.workspace.terminal;

import org.jspecify.annotations.NullMarked;
