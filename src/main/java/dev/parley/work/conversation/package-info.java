/// Conversations that go on across tools and providers: what was said, and what somebody who joins
/// has to be told of it. For `work.agent`. Thread-safe.
@NullMarked
package dev.parley.work.conversation;

import org.jspecify.annotations.NullMarked;
