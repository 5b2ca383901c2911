@NullMarked
package dev.parley.session;

import org.jspecify.annotations.NullMarked;
