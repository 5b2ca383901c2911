/// What more than one CLI writes: the content blocks of Anthropic's messages, and the failures and
/// session files of Gemini CLI, which Qwen Code grew from. Folders of providers see it, nobody
/// above.
@NullMarked
package dev.parley.provider.shared;

import org.jspecify.annotations.NullMarked;
