/// `parley chat` and `parley approvals`: a live session in a terminal, and what agents ask. A chat
/// reads keys on one thread and prints from another; a question is never painted over.
@NullMarked
package dev.parley.door.cli.live;

import org.jspecify.annotations.NullMarked;
