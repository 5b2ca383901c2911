/// Tools that users declare in files: a command that reads JSON and prints its answer, or an HTTP
/// address. Commands run like agents do: supervised, with listed variables only, bounded in time
/// and output. The wiring offers them and `work` lists them.
@NullMarked
package dev.parley.tool.own;

import org.jspecify.annotations.NullMarked;
