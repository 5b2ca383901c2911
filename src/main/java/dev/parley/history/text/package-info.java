/// Full text over the history: the index on disk, the query language, and the hits with their
/// snippets. It is derived from the CLIs' files and can be made again. Lucene blocks its thread, so
/// it runs on platform threads. `work.past` sees its questions and answers; its own rooms are
/// closed.
@NullMarked
package dev.parley.history.text;

import org.jspecify.annotations.NullMarked;
