/// Serves the page and its files.
@NullMarked
package dev.parley.door.web;

import org.jspecify.annotations.NullMarked;
