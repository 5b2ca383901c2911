/// The files and the past of a project, as those who ask about it may see them. For `work.agent`,
/// `work.page` and the MCP door. It only reads.
@NullMarked
package dev.parley.work.project;

import org.jspecify.annotations.NullMarked;
