/// Each coding-agent CLI as data: how it is found, called and read. The CLIs' own folders are
/// below; `work`, `session`, `workspace` and `history` see only the types here.
@NullMarked
package dev.parley.provider;

import org.jspecify.annotations.NullMarked;
