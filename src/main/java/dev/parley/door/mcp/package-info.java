/// MCP: `/mcp` on the server and `parley mcp` for any client, and the way in for agents that call
/// Parley's tools. Translates; the protocol itself is in `tool`, the verbs are in `work`. Seen by
/// the command line and the wiring.
@NullMarked
package dev.parley.door.mcp;

import org.jspecify.annotations.NullMarked;
