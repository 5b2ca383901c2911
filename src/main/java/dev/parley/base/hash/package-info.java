/// Hashes, as hexadecimal text.
@NullMarked
package dev.parley.base.hash;

import org.jspecify.annotations.NullMarked;
