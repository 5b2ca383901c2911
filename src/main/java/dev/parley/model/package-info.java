@NullMarked
package dev.parley.model;

import org.jspecify.annotations.NullMarked;
