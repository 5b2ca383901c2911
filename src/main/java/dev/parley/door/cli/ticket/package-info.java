/// `parley tickets`: the board, and deciding on what agents propose.
@NullMarked
package dev.parley.door.cli.ticket;

import org.jspecify.annotations.NullMarked;
