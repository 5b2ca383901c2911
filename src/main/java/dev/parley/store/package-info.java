/// What Parley keeps of live sessions, as an interface: sessions, prompts and everything that
/// happened. Here are the values that are kept and the decisions over them; how they are kept is in
/// a room of its own, today [dev.parley.store.sqlite], which only the root of the program sees. A
/// second way to keep them implements [SessionStore] and [StoreUpkeep].
@NullMarked
package dev.parley.store;

import org.jspecify.annotations.NullMarked;
