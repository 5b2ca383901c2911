/// The agents in repositories that the OpenAI door offers (`models.json`), and the keys of the
/// programs that may ask them. Read again whenever the file changes.
@NullMarked
package dev.parley.registry;

import org.jspecify.annotations.NullMarked;
