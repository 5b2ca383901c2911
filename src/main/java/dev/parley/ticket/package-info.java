/// The ticket board: what agents suggest and people decide, in columns with an order, and the tools
/// by which agents reach it. Nothing is accepted because time ran out. Calls wait for the store, so
/// they belong on virtual threads.
@NullMarked
package dev.parley.ticket;

import org.jspecify.annotations.NullMarked;
