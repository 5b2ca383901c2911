/// What a user can set: `config.json`, which is read once at the start, and `models.json`. Other
/// classes take the values they need, so only `App` and `work` see this package.
@NullMarked
package dev.parley.config;

import org.jspecify.annotations.NullMarked;
