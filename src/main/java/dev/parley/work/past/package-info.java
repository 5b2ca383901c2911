/// The verbs over stored sessions: list, search, show, resume, add up, bring up to date, with the
/// live ones among them. Doors call `HistoryVerbs`; what is read is in `history`.
@NullMarked
package dev.parley.work.past;

import org.jspecify.annotations.NullMarked;
