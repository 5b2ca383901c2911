/// Puts the program together. `App` wires everything by hand and `Main` starts it; nothing else may
/// import this package, except the commands of `door.cli`, which build the program.
@NullMarked
package dev.parley;

import org.jspecify.annotations.NullMarked;
