/// What doors ask for and what they receive: plain records and enums, and the few interfaces by
/// which they follow something. Every room may use it; it sees `event` and the base packages only.
@NullMarked
package dev.parley.api;

import org.jspecify.annotations.NullMarked;
