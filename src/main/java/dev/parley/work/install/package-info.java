/// Enters Parley into the configuration of MCP clients, and takes it out again. Edits text: what a
/// person wrote around it, comments included, stays as it is. For the command line only.
@NullMarked
package dev.parley.work.install;

import org.jspecify.annotations.NullMarked;
