/// What threads need everywhere.
@NullMarked
package dev.parley.base.thread;

import org.jspecify.annotations.NullMarked;
