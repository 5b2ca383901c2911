/// Functions that Parley offers to agents, and MCP to reach them by. A tool says what it takes and
/// does it; how it gets into an agent is the business of the dialects and doors. Calls block, each
/// on a virtual thread of its own. Seen by `session`, `work` and the doors that carry MCP.
@NullMarked
package dev.parley.tool;

import org.jspecify.annotations.NullMarked;
