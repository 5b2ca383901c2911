/// The shared language: what happened (`Event`), what is asked of a session (`Action`), and the
/// names by which both are known outside. Everybody may use it. It has values only: no I/O, no
/// threads.
@NullMarked
package dev.parley.event;

import org.jspecify.annotations.NullMarked;
