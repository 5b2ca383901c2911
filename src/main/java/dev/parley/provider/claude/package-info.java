@NullMarked
package dev.parley.provider.claude;

import org.jspecify.annotations.NullMarked;
