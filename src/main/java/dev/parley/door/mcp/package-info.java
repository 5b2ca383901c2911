/// MCP over HTTP: the way in for agents that call Parley's tools.
@NullMarked
package dev.parley.door.mcp;

import org.jspecify.annotations.NullMarked;
