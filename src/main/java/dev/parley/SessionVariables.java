package dev.parley;

import dev.parley.session.SessionPasses;
import dev.parley.store.SessionRow;
import dev.parley.work.chain.Chains;
import dev.parley.work.change.LiveWorktrees;

import java.util.HashMap;
import java.util.Map;

/// The variables of a session's process: what its agent is known by, and the ports of the worktree
/// it works in.
record SessionVariables(Chains chains, LiveWorktrees worktrees) implements SessionPasses {
    @Override
    public Map<String, String> environment(SessionRow session, boolean isShared)
            throws InterruptedException {
        var variables = new HashMap<>(chains.environment(session, isShared));
        if (!isShared) {
            variables.putAll(worktrees.variables(session.asked().cwd()));
        }
        return variables;
    }

    @Override
    public boolean isOwn(SessionRow session) {
        return !worktrees.variables(session.asked().cwd()).isEmpty();
    }
}
