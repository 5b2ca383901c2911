/// The server and who may come in: `parley up`, `status`, `open`, `stop`, `devices`, `keys`, and
/// `parley mcp`, which is a way to it.
@NullMarked
package dev.parley.door.cli.server;

import org.jspecify.annotations.NullMarked;
