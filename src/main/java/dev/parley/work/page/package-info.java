/// What the page needs beyond the other verbs: sessions as rows, marks, the inbox, completion and
/// settings. Doors call it, on virtual threads.
@NullMarked
package dev.parley.work.page;

import org.jspecify.annotations.NullMarked;
