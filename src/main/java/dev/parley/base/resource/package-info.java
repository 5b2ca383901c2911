/// The files that ship inside the program.
@NullMarked
package dev.parley.base.resource;

import org.jspecify.annotations.NullMarked;
