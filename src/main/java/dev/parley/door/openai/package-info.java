@NullMarked
package dev.parley.door.openai;

import org.jspecify.annotations.NullMarked;
