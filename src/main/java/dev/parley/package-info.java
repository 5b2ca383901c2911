/// Puts the program together: `App` wires it by hand, with a supply for each of its larger parts,
/// and `Main` starts it. It sees every room, and no room sees it; commands know the program as
/// `door.cli.shared.Program`.
@NullMarked
package dev.parley;

import org.jspecify.annotations.NullMarked;
