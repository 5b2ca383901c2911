@NullMarked
package dev.parley.provider.demo;

import org.jspecify.annotations.NullMarked;
