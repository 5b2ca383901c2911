/// The files that ship inside the program.
@NullMarked
package dev.parley.resource;

import org.jspecify.annotations.NullMarked;
