/// The dialect of the Agent Client Protocol, which Gemini, OpenCode, Kimi, Qwen, the demo agent and
/// a user's own agents speak in live sessions. It does no I/O. Folders of providers see it, nobody
/// above.
@NullMarked
package dev.parley.provider.acp;

import org.jspecify.annotations.NullMarked;
