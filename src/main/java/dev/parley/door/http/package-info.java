@NullMarked
package dev.parley.door.http;

import org.jspecify.annotations.NullMarked;
