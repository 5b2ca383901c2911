/// The command line: one class per command. A command turns arguments into a request, has it done,
/// and prints the answer. It runs on the thread that started the program.
@NullMarked
package dev.parley.door.cli;

import org.jspecify.annotations.NullMarked;
