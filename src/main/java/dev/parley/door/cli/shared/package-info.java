/// What commands have in common: the console, tables, what a command knows of the program
/// (`Program`) and of a server that runs, and how values are shown. Seen by the commands and by the
/// wiring.
@NullMarked
package dev.parley.door.cli.shared;

import org.jspecify.annotations.NullMarked;
