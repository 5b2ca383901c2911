/// `parley room`: rooms of several agents, their findings, and the agents in them.
@NullMarked
package dev.parley.door.cli.room;

import org.jspecify.annotations.NullMarked;
