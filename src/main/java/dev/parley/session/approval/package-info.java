/// Questions of agents: the inbox of all sessions, the rules of the user that answer first, and
/// what was allowed for a session. Seen by `session` and `work`.
@NullMarked
package dev.parley.session.approval;

import org.jspecify.annotations.NullMarked;
