/// Hashes, as hexadecimal text. Everybody may use it.
@NullMarked
package dev.parley.base.hash;

import org.jspecify.annotations.NullMarked;
