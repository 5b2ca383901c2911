/// What is wanted, decided once for every door. A room for each kind of verb: `run` a turn, `call`
/// an agent as a program does, `past` sessions, `change`, `race`, `ticket`, `room`, `move`, `agent`
/// and what it builds on, `page`, and what surrounds them (`check`, `setting`, `access`, `kept`,
/// `install`). Here are the verbs that need no room: live sessions, terminals, jobs, tools, models.
/// Doors call them; nothing here sees a room below it.
@NullMarked
package dev.parley.work;

import org.jspecify.annotations.NullMarked;
