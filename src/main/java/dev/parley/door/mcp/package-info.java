/// MCP from outside: `/mcp` on the server, `parley mcp` over standard input and output, and the
/// tools behind both. Translates; the protocol itself is in `tool`, the verbs are in `work`.
@NullMarked
package dev.parley.door.mcp;

import org.jspecify.annotations.NullMarked;
