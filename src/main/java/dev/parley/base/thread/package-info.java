/// What threads need everywhere. Everybody may use it.
@NullMarked
package dev.parley.base.thread;

import org.jspecify.annotations.NullMarked;
