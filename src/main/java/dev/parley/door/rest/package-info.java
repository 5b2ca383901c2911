@NullMarked
package dev.parley.door.rest;

import org.jspecify.annotations.NullMarked;
