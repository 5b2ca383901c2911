/// The demo agent: a provider that ships with Parley and needs no key and no network. Half of it is
/// a provider like any other, the other half is the agent's own program. `builtin` sees its one
/// value, and the wiring starts the agent.
@NullMarked
package dev.parley.provider.demo;

import org.jspecify.annotations.NullMarked;
