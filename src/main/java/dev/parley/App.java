package dev.parley;

import dev.parley.base.disk.Directories;
import dev.parley.base.screen.Style;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.http.Doors;
import dev.parley.door.http.Gate;
import dev.parley.door.http.HttpServer;
import dev.parley.door.http.Routes;
import dev.parley.door.http.Token;
import dev.parley.door.mcp.McpDoor;
import dev.parley.door.mcp.McpVerbs;
import dev.parley.history.History;
import dev.parley.session.Sessions;
import dev.parley.session.retention.StoreKeeper;
import dev.parley.tool.ToolRegistry;
import dev.parley.work.EditText;
import dev.parley.work.Jobs;
import dev.parley.work.LiveSessions;
import dev.parley.work.Models;
import dev.parley.work.OpenTerminals;
import dev.parley.work.Pager;
import dev.parley.work.Tools;
import dev.parley.work.access.ApiKeys;
import dev.parley.work.access.Devices;
import dev.parley.work.advice.Costs;
import dev.parley.work.agent.AgentVerbs;
import dev.parley.work.call.Calls;
import dev.parley.work.chain.Chains;
import dev.parley.work.change.Changes;
import dev.parley.work.change.ForkSession;
import dev.parley.work.change.LiveWorktrees;
import dev.parley.work.check.Doctor;
import dev.parley.work.check.ProviderSmokeTest;
import dev.parley.work.check.SignIns;
import dev.parley.work.install.InstallMcp;
import dev.parley.work.kept.Store;
import dev.parley.work.limit.LimitSigns;
import dev.parley.work.limit.ReachedLimit;
import dev.parley.work.limit.StoredReason;
import dev.parley.work.move.Moves;
import dev.parley.work.page.PageVerbs;
import dev.parley.work.past.HistoryVerbs;
import dev.parley.work.past.LiveNow;
import dev.parley.work.race.Races;
import dev.parley.work.room.Rooms;
import dev.parley.work.run.Runs;
import dev.parley.work.run.Scratch;
import dev.parley.work.service.BackgroundServer;
import dev.parley.work.service.Removal;
import dev.parley.work.service.SystemService;
import dev.parley.work.setting.Configuration;
import dev.parley.work.setting.DefaultAgent;
import dev.parley.work.ticket.Tickets;
import dev.parley.workspace.worktree.Worktrees;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;

/// The whole program, wired by hand. Read this first: it is the only place that knows everyone.
public final class App implements Program, AutoCloseable {
    private final Clock clock = Clock.systemUTC();

    /// For what lasts a while, such as links and limits per minute.
    private final Clock lasting = new MonotonicClock(clock);

    private final Machine machine;
    private final FileFollower follower = new FileFollower(this::lookAtFiles);

    // What is kept.
    private final StoreSupply kept;
    private final TicketBoard tickets;
    private final ToolRegistry ticketTools = new ToolRegistry();
    private final ToolSupply tools;

    // Where agents work, live and in terminals.
    private final Worktrees worktrees;
    private final Scratch scratch;
    private final ChangeSupply checkpoints;
    private final LiveSupply live;
    private final Sessions sessions;
    private final TicketBoard.Connected board;

    // What the CLIs left.
    private final HistorySupply past;
    private final MoveSupply moving;
    private final History history;
    private final StoreKeeper storeKeeper;

    // The verbs.
    private final RunSupply single;
    private final Changes changes;
    private final ChangeSupply.Side side;
    private final ApiKeys keys;
    private final Devices devices;
    private final Calls calls;
    private final HistoryVerbs historyVerbs;
    private final ReachedLimit.Finder reached;
    private final Moves moves;
    private final Jobs jobs;
    private final Chains chains;
    private final AgentVerbs agents;
    private final McpSupply mcp;
    private final PageSupply page;
    private final Rooms rooms;

    /// @param environment the variables Parley was started with
    public App(Map<String, String> environment) {
        this(Machine.of(environment, Clock.systemUTC()));
    }

    App(Machine machine) {
        this.machine = machine;
        kept = StoreSupply.of(machine);
        worktrees = new Worktrees(machine.directories().worktrees(), machine.git());
        tickets = new TicketBoard(kept.tickets(), worktrees, clock);
        tickets.tools().registerWith(ticketTools);
        tools = new ToolSupply(machine, ticketTools, this::repositoryOf);

        scratch = new Scratch(machine.directories().scratch());
        checkpoints = new ChangeSupply(machine);
        live =
                new LiveSupply(
                        machine,
                        kept.sessions(),
                        tools.forSessions(),
                        checkpoints.notes(tickets.notes()),
                        checkpoints.watch(),
                        session -> history().directoryOf(session));
        sessions = live.sessions();
        board = tickets.with(sessions);

        var here = clock.withZone(zone());
        past = new HistorySupply(machine, worktrees, here);
        history = past.history();
        moving = new MoveSupply(machine);
        changes = checkpoints.with(sessions, kept.retention());
        side =
                checkpoints.side(
                        sessions,
                        worktrees,
                        kept.races(),
                        (from, turn, request) -> moves().fork().until(from, turn, request),
                        (model, project, material) ->
                                agents().judge().advise(model, project, material));
        storeKeeper = kept.keeper(history);

        single = RunSupply.of(machine, tools.forRuns(scratch));
        keys = new ApiKeys(machine.directories().keysFile(), clock);
        devices = new Devices(machine.directories().devicesFile(), clock);
        calls = single.calls(worktrees, scratch, sessions, lasting);
        historyVerbs =
                past.verbs(
                        new LiveNow(
                                machine.writers(),
                                sessions,
                                machine.roomSessions(),
                                moving.ledger()::origins),
                        live.terminals(),
                        tickets.links());
        reached =
                new ReachedLimit.Finder(
                        new LimitSigns(machine.providers()),
                        sessions,
                        new StoredReason(history, historyVerbs.show()),
                        here);
        moves = moving.verbs(history, historyVerbs, sessions, reached, here);
        jobs = new Jobs(kept.jobs(), clock);
        chains =
                new Chains(
                        kept.chains(),
                        AgentWiring.limits(machine.config().agents()),
                        sessions::info,
                        clock);
        agents =
                new AgentWiring(
                                machine,
                                single.oneShot(),
                                sessions,
                                chains,
                                worktrees,
                                kept.conversations(),
                                historyVerbs,
                                side.races(),
                                moving.betweenHomes(clock))
                        .verbs();
        mcp =
                new McpSupply(
                        machine,
                        new McpVerbs(
                                historyVerbs, new LiveSessions(sessions), agents, jobs, chains));
        page = new PageSupply(this, machine, kept, sessions, reached);
        agents.work().lending(link -> mcp().toolsFor(link));
        tools.forSessions().knowing(new SessionVariables(chains, side.worktrees()));
        rooms = new RoomWiring(machine, sessions, changes, board.tickets(), kept, tools).rooms();
    }

    @Override
    public PageVerbs page() {
        return page.verbs();
    }

    /// A worktree of ours belongs to its repository.
    private Path repositoryOf(Path directory) {
        return worktrees.repositoryOf(directory.toString()).map(Path::of).orElse(directory);
    }

    /// Those of Parley's own, before anybody has asked for them.
    ToolRegistry builtInTools() {
        return ticketTools;
    }

    /// For a program of its own, where every child is the supervisor's.
    void adoptOrphans() {
        machine.supervisor().adoptOrphans();
    }

    @Override
    public Directories directories() {
        return machine.directories();
    }

    @Override
    public int port() {
        return Configuration.port(machine.environment(), machine.config());
    }

    @Override
    public Models models() {
        return single.models();
    }

    @Override
    public Runs runs() {
        return single.runs();
    }

    @Override
    public DefaultAgent defaultAgent() {
        return new DefaultAgent(
                machine.providers(),
                machine.installations(),
                machine.configFile().current().defaultProvider(),
                machine.directories().configFile());
    }

    @Override
    public Style colour(String provider) {
        return machine.providers()
                .find(provider)
                .map(profile -> Style.colour(profile.color()))
                .orElse(Style.PLAIN);
    }

    @Override
    public SignIns signIns() {
        return new SignIns(machine.providers(), machine.environment());
    }

    @Override
    public Costs costs() {
        return new Costs(machine.directories().pricesFile());
    }

    @Override
    public ApiKeys keys() {
        return keys;
    }

    @Override
    public Devices devices() {
        return devices;
    }

    @Override
    public Calls calls() {
        return calls;
    }

    @Override
    public void recover() throws InterruptedException {
        worktrees.cleanUp();
        scratch.cleanUp();
        machine.writers().cleanUp();
        moving.cleanUp();
        if (Files.exists(machine.directories().database())) {
            board.recover();
            rooms.recover();
            side.races().recover();
        }
    }

    /// Live sessions. Neither the database nor a process is opened before they are first used.
    public Sessions sessions() {
        return sessions;
    }

    @Override
    public LiveSessions live() {
        return new LiveSessions(sessions);
    }

    /// What the CLIs themselves have stored. Nothing is read before it is first brought up to date.
    public History history() {
        return history;
    }

    @Override
    public HistoryVerbs historyVerbs() {
        return historyVerbs;
    }

    @Override
    public Moves moves() {
        return moves;
    }

    @Override
    public AgentVerbs agents() {
        return agents;
    }

    @Override
    public McpDoor mcp() {
        return mcp.door();
    }

    @Override
    public Optional<String> pass() {
        return mcp.pass();
    }

    @Override
    public InstallMcp installMcp() {
        return mcp.install();
    }

    @Override
    public BackgroundServer background() {
        return new BackgroundServer(
                machine.environment(), McpSupply.parley(), machine.directories().serverOutput());
    }

    @Override
    public SystemService service() {
        return new SystemService(
                SystemService.kindHere(),
                machine.environment(),
                McpSupply.parley(),
                machine.directories().serverOutput(),
                machine.supervisor());
    }

    @Override
    public Removal removal() {
        return new Removal(
                machine.environment(),
                machine.files().directories(),
                service(),
                mcp.install(),
                machine.providers().named("demo").home().in(machine.environment()));
    }

    @Override
    public void followFiles() {
        follower.start();
    }

    /// Each of them tells what is wrong with its file.
    private void lookAtFiles() {
        machine.providers().refresh();
        var _ = machine.configFile().current();
        var _ = single.models().agentsSince();
    }

    @Override
    public void keepStore() {
        storeKeeper.start();
        checkpoints.keep(changes, side.races(), kept.retention());
    }

    @Override
    public Store store() {
        return kept.verbs(storeKeeper, history);
    }

    @Override
    public Pager pager() {
        return new Pager(
                machine.supervisor(), machine.environment(), machine.directories().edits());
    }

    @Override
    public EditText editText() {
        return new EditText(
                machine.supervisor(), machine.environment(), machine.directories().edits());
    }

    @Override
    public Tickets tickets() {
        return board.tickets();
    }

    @Override
    public LiveWorktrees worktrees() {
        return side.worktrees();
    }

    @Override
    public ForkSession fork() {
        return side.fork();
    }

    @Override
    public Races races() {
        return side.races();
    }

    @Override
    public Changes changes() {
        return changes;
    }

    @Override
    public Rooms rooms() {
        return rooms;
    }

    @Override
    public Tools tools() {
        return new Tools(tools.catalog(), machine.configFile());
    }

    @Override
    public ZoneId zone() {
        return ZoneId.systemDefault();
    }

    @Override
    public Doors newServer(int port) {
        var gate =
                new Gate(
                        Token.in(machine.directories().tokenFile()),
                        lasting,
                        keys::find,
                        new KnownBrowsers(devices));
        var routes = new Routes();
        var terminals = new OpenTerminals(live.terminals());
        new ServerDoors(this, terminals, clock).all(gate).forEach(routes::add);
        return new Doors(new HttpServer(port, gate, routes), gate, routes);
    }

    @Override
    public Configuration configuration() {
        return new Configuration(
                machine.files().directories().configFile(),
                machine.environment(),
                machine.providers());
    }

    @Override
    public Doctor checkup() {
        return new Doctor(
                machine.providers(),
                machine.installations(),
                machine.files(),
                this::port,
                machine.environment(),
                tools.catalog());
    }

    @Override
    public ProviderSmokeTest trial() {
        return new ProviderSmokeTest(machine.providers(), machine.installations(), runs());
    }

    /// Ends every child.
    @Override
    public void close() {
        follower.close();
        kept.database().hurry();
        side.races().close();
        jobs.close();
        rooms.close();
        storeKeeper.close();
        past.close();
        moves.onLimit().close();
        sessions.close();
        checkpoints.close();
        tools.close();
        machine.supervisor().close();
        kept.database().close();
    }
}
