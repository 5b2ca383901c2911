/// Whether this machine has what Parley needs: agents, sign-ins, the files of the user, and an
/// agent that is really asked. For doors; it changes nothing.
@NullMarked
package dev.parley.work.check;

import org.jspecify.annotations.NullMarked;
