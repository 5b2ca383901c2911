/// Hot: scanners over the bytes of session files, tables of names and numbers without objects.
/// Clever for speed (docs/decisions/0009 has the figures); seen by `sessionfile` and by the fast
/// scans of providers only.
@NullMarked
package dev.parley.sessionfile.scan;

import org.jspecify.annotations.NullMarked;
