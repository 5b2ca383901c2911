/// A stored session as text, Markdown or HTML. What an agent said is made harmless here. Seen by
/// the doors only.
@NullMarked
package dev.parley.door.render;

import org.jspecify.annotations.NullMarked;
