package dev.parley.door.cli.shared;

import dev.parley.base.disk.Directories;
import dev.parley.base.screen.Style;
import dev.parley.door.http.Doors;
import dev.parley.door.mcp.McpDoor;
import dev.parley.work.EditText;
import dev.parley.work.LiveSessions;
import dev.parley.work.Models;
import dev.parley.work.Pager;
import dev.parley.work.Tools;
import dev.parley.work.access.ApiKeys;
import dev.parley.work.access.Devices;
import dev.parley.work.advice.Costs;
import dev.parley.work.agent.AgentVerbs;
import dev.parley.work.call.Calls;
import dev.parley.work.change.Changes;
import dev.parley.work.change.ForkSession;
import dev.parley.work.change.LiveWorktrees;
import dev.parley.work.check.Doctor;
import dev.parley.work.check.ProviderSmokeTest;
import dev.parley.work.check.SignIns;
import dev.parley.work.install.InstallMcp;
import dev.parley.work.kept.Store;
import dev.parley.work.move.Moves;
import dev.parley.work.page.PageVerbs;
import dev.parley.work.past.HistoryVerbs;
import dev.parley.work.race.Races;
import dev.parley.work.room.Rooms;
import dev.parley.work.run.Runs;
import dev.parley.work.service.BackgroundServer;
import dev.parley.work.service.Removal;
import dev.parley.work.service.SystemService;
import dev.parley.work.setting.Configuration;
import dev.parley.work.setting.DefaultAgent;
import dev.parley.work.ticket.Tickets;

import java.time.ZoneId;
import java.util.Optional;

/// What the commands ask of Parley. Whoever wires the program provides it.
public interface Program {
    Directories directories();

    /// Where the server listens unless the user names another port.
    int port();

    Models models();

    Runs runs();

    /// Who answers where nobody is named.
    DefaultAgent defaultAgent();

    /// Whether CLIs may use their models.
    SignIns signIns();

    /// The colour of a provider, as its profile has it.
    Style colour(String provider);

    /// What tokens cost.
    Costs costs();

    ApiKeys keys();

    /// The browsers that were let in.
    Devices devices();

    Calls calls();

    /// Live sessions. Neither the database nor a process is opened before they are first used.
    LiveSessions live();

    /// Where the user's days begin and end.
    ZoneId zone();

    HistoryVerbs historyVerbs();

    /// Conversations that go from one CLI to another.
    Moves moves();

    /// What one agent may have others do.
    AgentVerbs agents();

    /// The tools for MCP clients.
    McpDoor mcp();

    /// What this process has if an agent of Parley's started it: see
    /// [dev.parley.work.chain.Chains].
    Optional<String> pass();

    /// Enters those tools into the configuration of clients.
    InstallMcp installMcp();

    /// A server that stays when its terminal is gone.
    BackgroundServer background();

    /// A server that the system starts.
    SystemService service();

    /// How all of Parley goes again.
    Removal removal();

    /// What the user has set.
    Configuration configuration();

    Doctor checkup();

    ProviderSmokeTest trial();

    /// What Parley has on disk.
    Store store();

    Tickets tickets();

    /// What the page asks for.
    PageVerbs page();

    /// What turns changed in files.
    Changes changes();

    /// Worktrees for live sessions.
    LiveWorktrees worktrees();

    /// New sessions that go on from a turn of older ones.
    ForkSession fork();

    /// The same task for several agents.
    Races races();

    /// People and agents in one conversation.
    Rooms rooms();

    /// The user's own pager.
    Pager pager();

    /// The user's own editor.
    EditText editText();

    /// What agents get from Parley.
    Tools tools();

    /// The server with all its doors, not started yet.
    Doors newServer(int port);

    /// Cleans up what an earlier Parley that died could not.
    void recover() throws InterruptedException;

    /// Looks at the files that a person writes, from now on.
    void followFiles();

    /// Keeps the store small from now on, in the background.
    void keepStore();
}
