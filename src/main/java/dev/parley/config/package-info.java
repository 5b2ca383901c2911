/// What a user can set (`config.json`) and where Parley keeps its files. Read once at the start;
/// classes take the values they need, so only `App` and `work` see this package.
@NullMarked
package dev.parley.config;

import org.jspecify.annotations.NullMarked;
