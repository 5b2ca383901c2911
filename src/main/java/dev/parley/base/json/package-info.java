/// Reading and writing JSON: one mapper, lookups that never throw, and strict reading of files that
/// people write by hand. Everybody may use it.
@NullMarked
package dev.parley.base.json;

import org.jspecify.annotations.NullMarked;
