/// Who may come in beside the owner: keys of programs and devices with a browser. For doors and the
/// gate. Thread-safe.
@NullMarked
package dev.parley.work.access;

import org.jspecify.annotations.NullMarked;
