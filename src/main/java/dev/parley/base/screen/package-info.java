/// Makes what comes from outside harmless on a person's terminal. The streams here are the only way
/// to a terminal; everybody who prints gets one from `Main`.
@NullMarked
package dev.parley.base.screen;

import org.jspecify.annotations.NullMarked;
