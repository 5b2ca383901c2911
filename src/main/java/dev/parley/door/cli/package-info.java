/// The command line: one class per command. A command turns arguments into a request, has it done,
/// and prints the answer. It runs on the thread that started the program. Commands that belong
/// together have a room; the others, and the list of all of them, are here. Only `Main` calls it.
@NullMarked
package dev.parley.door.cli;

import org.jspecify.annotations.NullMarked;
