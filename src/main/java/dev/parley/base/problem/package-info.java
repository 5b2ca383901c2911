/// `Problem`: a failure a person will read, with a kind and a remedy. Everybody may use it.
@NullMarked
package dev.parley.base.problem;

import org.jspecify.annotations.NullMarked;
