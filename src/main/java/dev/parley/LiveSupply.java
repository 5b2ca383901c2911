package dev.parley;

import dev.parley.event.SessionKey;
import dev.parley.provider.ProviderProfile;
import dev.parley.session.LiveSettings;
import dev.parley.session.PromptNotes;
import dev.parley.session.SessionLocator;
import dev.parley.session.SessionNeeds;
import dev.parley.session.Sessions;
import dev.parley.session.ToolSource;
import dev.parley.session.TurnWatch;
import dev.parley.session.approval.ApprovalRules;
import dev.parley.store.SessionStore;
import dev.parley.workspace.terminal.Terminals;

/// Where agents work, wired by hand: live sessions, and terminals, which know of each other so that
/// a native session has one writer.
final class LiveSupply {
    private final Machine machine;
    private final Sessions sessions;
    private final Terminals terminals;

    /// @param whereabouts where a native session of a CLI was, if the history knows
    LiveSupply(
            Machine machine,
            SessionStore store,
            ToolSource tools,
            PromptNotes notes,
            TurnWatch watch,
            SessionLocator whereabouts) {
        this.machine = machine;
        sessions =
                new Sessions(
                        new SessionNeeds(
                                store,
                                machine.supervisor(),
                                machine.providers(),
                                machine.catalog(),
                                machine.installations(),
                                machine.environments(),
                                ProviderProfile.Live::newDialect,
                                this::isInTerminal,
                                whereabouts,
                                machine.writers(),
                                machine.roomSessions(),
                                tools,
                                notes,
                                watch,
                                machine.clock()),
                        this::settings,
                        approvalRules());
        terminals =
                new Terminals(
                        machine.supervisor(),
                        machine.providers(),
                        machine.installations(),
                        machine.environments(),
                        machine.environment(),
                        sessions::isLive,
                        machine.writers(),
                        machine.clock());
    }

    private LiveSettings settings() {
        var live = machine.configFile().current().live();
        return new LiveSettings(
                live.idle(),
                live.processes(),
                live.approvalTimeout(),
                live.interruptGrace(),
                live.startTimeout());
    }

    /// Those of a broken file are a problem at once, later ones leave the last good ones in force.
    private ApprovalRules approvalRules() {
        var source = machine.directories().configFile().toString();
        var _ = ApprovalRules.parse(machine.config().approvals(), source);
        return ApprovalRules.following(() -> machine.configFile().current().approvals(), source);
    }

    private boolean isInTerminal(SessionKey session) {
        return terminals.findShowing(session).isPresent();
    }

    Sessions sessions() {
        return sessions;
    }

    Terminals terminals() {
        return terminals;
    }
}
