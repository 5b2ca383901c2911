/// Limits of providers that end a turn: how they are known, and when they end. For `work.page` and
/// `work.move`. Any thread.
@NullMarked
package dev.parley.work.limit;

import org.jspecify.annotations.NullMarked;
