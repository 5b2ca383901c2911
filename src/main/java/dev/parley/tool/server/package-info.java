/// MCP servers of somebody else, whose tools Parley offers on: it is their client, over the streams
/// of a process or over HTTP, so that they reach every CLI the way Parley's own tools do. What a
/// server says is hostile: bounded in size, number and time. Seen by `work.room` and the wiring;
/// calls block, on the thread of the tool call.
@NullMarked
package dev.parley.tool.server;

import org.jspecify.annotations.NullMarked;
