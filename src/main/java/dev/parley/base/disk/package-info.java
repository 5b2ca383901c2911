/// How files look from outside, why something could not be written to the disk, and what a person
/// can do. Everybody who reads or writes files may use it.
@NullMarked
package dev.parley.base.disk;

import org.jspecify.annotations.NullMarked;
