/// The files that ship inside the program. Everybody may use it.
@NullMarked
package dev.parley.base.resource;

import org.jspecify.annotations.NullMarked;
