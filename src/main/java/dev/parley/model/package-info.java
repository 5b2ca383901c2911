/// The names of models, and which provider runs each. Values from a table that ships with Parley
/// and from the user's own.
@NullMarked
package dev.parley.model;

import org.jspecify.annotations.NullMarked;
