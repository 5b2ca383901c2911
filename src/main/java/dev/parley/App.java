package dev.parley;

import dev.parley.api.Progress;
import dev.parley.api.Retention;
import dev.parley.base.disk.Directories;
import dev.parley.base.resource.Version;
import dev.parley.config.ModelRegistry;
import dev.parley.config.RegistryEditor;
import dev.parley.door.cli.Program;
import dev.parley.door.http.Doors;
import dev.parley.door.http.Gate;
import dev.parley.door.http.HttpServer;
import dev.parley.door.http.Routes;
import dev.parley.door.http.Token;
import dev.parley.door.mcp.McpDoor;
import dev.parley.door.mcp.McpPatience;
import dev.parley.door.mcp.McpVerbs;
import dev.parley.event.SessionKey;
import dev.parley.history.History;
import dev.parley.process.Ancestors;
import dev.parley.process.Self;
import dev.parley.provider.ProviderProfile;
import dev.parley.session.LiveSettings;
import dev.parley.session.Sessions;
import dev.parley.session.approval.ApprovalRules;
import dev.parley.session.retention.Pruning;
import dev.parley.session.retention.StoreKeeper;
import dev.parley.store.OwnerProcess;
import dev.parley.store.StoreUpkeep;
import dev.parley.store.sqlite.Database;
import dev.parley.store.sqlite.SqliteChainStore;
import dev.parley.store.sqlite.SqliteConversationStore;
import dev.parley.store.sqlite.SqliteJobStore;
import dev.parley.store.sqlite.SqliteMarkStore;
import dev.parley.store.sqlite.SqliteRoomStore;
import dev.parley.store.sqlite.SqliteSessionStore;
import dev.parley.store.sqlite.SqliteTicketStore;
import dev.parley.store.sqlite.SqliteUpkeep;
import dev.parley.tool.ToolRegistry;
import dev.parley.work.ApiKeys;
import dev.parley.work.Calls;
import dev.parley.work.Changes;
import dev.parley.work.Devices;
import dev.parley.work.Doctor;
import dev.parley.work.EditText;
import dev.parley.work.ForkSession;
import dev.parley.work.HistoryVerbs;
import dev.parley.work.Jobs;
import dev.parley.work.Limits;
import dev.parley.work.LiveNow;
import dev.parley.work.LiveSessions;
import dev.parley.work.LiveWorktrees;
import dev.parley.work.Models;
import dev.parley.work.NewFilePolicy;
import dev.parley.work.OneShot;
import dev.parley.work.OpenTerminals;
import dev.parley.work.ProviderSmokeTest;
import dev.parley.work.Races;
import dev.parley.work.Runs;
import dev.parley.work.Scratch;
import dev.parley.work.Store;
import dev.parley.work.Tickets;
import dev.parley.work.Tools;
import dev.parley.work.agent.AgentVerbs;
import dev.parley.work.chain.Chains;
import dev.parley.work.install.InstallMcp;
import dev.parley.work.limit.LimitSigns;
import dev.parley.work.limit.ReachedLimit;
import dev.parley.work.limit.StoredReason;
import dev.parley.work.move.Moves;
import dev.parley.work.page.PageVerbs;
import dev.parley.work.project.ProjectFiles;
import dev.parley.work.room.Rooms;
import dev.parley.workspace.terminal.Terminals;
import dev.parley.workspace.worktree.Worktrees;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The whole program, wired by hand. Read this first: it is the only place that knows everyone.
public final class App implements Program, AutoCloseable {
    private final Clock clock = Clock.systemUTC();

    /// For what lasts a while, such as links and limits per minute.
    private final Clock lasting = new MonotonicClock(clock);

    private final Machine machine;

    // What is kept.
    private final Database database;
    private final OwnerProcess self = OwnerProcess.self();
    private final StoreUpkeep upkeep;
    private final TicketBoard tickets;
    private final ToolRegistry ticketTools = new ToolRegistry();
    private final ToolSupply tools;

    // Where agents work, live and in terminals.
    private final Worktrees worktrees;
    private final Scratch scratch;
    private final ChangeSupply checkpoints;
    private final Sessions sessions;
    private final TicketBoard.Connected board;
    private final Terminals terminals;

    // What the CLIs left.
    private final HistorySupply past;
    private final MoveSupply moving;
    private final History history;
    private final Retention retention;
    private final StoreKeeper storeKeeper;

    // The verbs.
    private final OneShot oneShot;
    private final Limits limits;
    private final Runs runs;
    private final Changes changes;
    private final ChangeSupply.Side side;
    private final Models models;
    private final ApiKeys keys;
    private final Devices devices;
    private final Calls calls;
    private final HistoryVerbs historyVerbs;
    private final ReachedLimit.Finder reached;
    private final Moves moves;
    private final Jobs jobs;
    private final Chains chains;
    private final AgentVerbs agents;
    private final PageSupply page;
    private final Rooms rooms;

    /// @param environment the variables Parley was started with
    public App(Map<String, String> environment) {
        machine = Machine.of(environment, clock);
        database = new Database(machine.directories().database());
        upkeep = new SqliteUpkeep(database, self);
        worktrees = new Worktrees(machine.directories().worktrees(), machine.git());
        tickets = new TicketBoard(new SqliteTicketStore(database), worktrees, clock);
        tickets.tools().registerWith(ticketTools);
        tools = new ToolSupply(machine, ticketTools, this::repositoryOf);

        scratch = new Scratch(machine.directories().scratch());
        checkpoints = new ChangeSupply(machine);
        sessions = newSessions();
        board = tickets.with(sessions);
        terminals = newTerminals();

        var here = clock.withZone(zone());
        past = new HistorySupply(machine, worktrees, here);
        history = past.history();
        moving = new MoveSupply(machine);
        retention = new Retention(machine.config().store().age(), machine.config().store().bytes());
        changes = checkpoints.with(sessions, retention);
        side =
                checkpoints.side(
                        sessions,
                        worktrees,
                        machine.supervisor(),
                        this::isTrusted,
                        name -> machine.providers().find(name).isPresent(),
                        (from, turn, request) -> moves().fork().until(from, turn, request),
                        (model, project, material) ->
                                agents().judge().advise(model, project, material));
        storeKeeper = new StoreKeeper(upkeep, new Pruning(upkeep, history::has), retention, clock);

        var runTools = Optional.of(tools.forRuns(scratch));
        oneShot =
                new OneShot(
                        machine.supervisor(),
                        machine.installations(),
                        machine.environments(),
                        machine.writers(),
                        clock,
                        runTools);
        limits = new Limits(machine.config().timeout(), machine.config().outputLimit());
        runs = new Runs(machine.providers(), machine.catalog(), oneShot, limits);
        models = newModels();
        keys = new ApiKeys(machine.directories().keysFile(), clock);
        devices = new Devices(machine.directories().devicesFile(), clock);
        calls = newCalls();
        historyVerbs =
                past.verbs(
                        new LiveNow(machine.writers(), sessions, moving.ledger()::origins),
                        terminals,
                        tickets.links());
        reached =
                new ReachedLimit.Finder(
                        new LimitSigns(machine.providers()),
                        sessions,
                        new StoredReason(history, historyVerbs.show()),
                        zone());
        moves = moving.verbs(history, historyVerbs, sessions, reached, here);
        jobs = new Jobs(new SqliteJobStore(database, self), clock);
        chains =
                new Chains(
                        new SqliteChainStore(database),
                        AgentWiring.limits(machine.config().agents()),
                        sessions::info,
                        clock);
        agents = newAgentVerbs();
        page = newPage();
        agents.work().lending(link -> mcp().toolsFor(link));
        tools.forSessions().knowing(new SessionVariables(chains, side.worktrees()));
        rooms = newRooms();
    }

    private Sessions newSessions() {
        var live = machine.config().live();
        return new Sessions(
                new Sessions.Needs(
                        new SqliteSessionStore(database, self),
                        machine.supervisor(),
                        machine.providers(),
                        machine.catalog(),
                        machine.installations(),
                        machine.environments(),
                        ProviderProfile.Live::newDialect,
                        this::isInTerminal,
                        this::directoryOf,
                        machine.writers(),
                        tools.forSessions(),
                        checkpoints.notes(tickets.notes()),
                        checkpoints.watch(),
                        clock),
                new LiveSettings(
                        live.idle(),
                        live.processes(),
                        live.approvalTimeout(),
                        live.interruptGrace(),
                        live.startTimeout()),
                approvalRules());
    }

    /// Those of a broken file are a problem at once, later ones leave the last good ones in force.
    private ApprovalRules approvalRules() {
        var source = machine.directories().configFile().toString();
        var _ = ApprovalRules.parse(machine.config().approvals(), source);
        return ApprovalRules.following(() -> machine.configFile().current().approvals(), source);
    }

    private Terminals newTerminals() {
        return new Terminals(
                machine.supervisor(),
                machine.providers(),
                machine.installations(),
                machine.environments(),
                machine.environment(),
                sessions::isLive,
                machine.writers(),
                clock);
    }

    private Models newModels() {
        var file = machine.directories().registryFile();
        return new Models(
                machine.catalog(),
                new ModelRegistry(file, machine.providers().ids(), clock),
                new RegistryEditor(file, machine.providers().ids()));
    }

    private Calls newCalls() {
        return new Calls(
                models,
                machine.providers(),
                oneShot,
                limits,
                worktrees,
                new NewFilePolicy(machine.git(), clock),
                scratch,
                sessions,
                lasting);
    }

    private AgentVerbs newAgentVerbs() {
        return new AgentWiring(
                        machine,
                        oneShot,
                        sessions,
                        chains,
                        worktrees,
                        new SqliteConversationStore(database),
                        historyVerbs,
                        side.races(),
                        moving.betweenHomes(clock))
                .verbs();
    }

    private PageSupply newPage() {
        var marks = new SqliteMarkStore(database);
        return new PageSupply(
                this,
                sessions,
                marks,
                upkeep,
                machine.configFile(),
                new ProjectFiles(machine.git(), machine.directories().data().resolve("empty.git")),
                machine.providers(),
                Path.of(machine.environment().getOrDefault("HOME", "/")),
                reached,
                clock);
    }

    @Override
    public PageVerbs page() {
        return page.verbs();
    }

    private Rooms newRooms() {
        return new RoomWiring(
                        machine,
                        sessions,
                        board.tickets(),
                        new SqliteRoomStore(database, self),
                        tools.servers())
                .rooms();
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

    private boolean isInTerminal(SessionKey session) {
        return terminals.findShowing(session).isPresent();
    }

    private Optional<Path> directoryOf(SessionKey session) throws InterruptedException {
        return history.directoryOf(session);
    }

    @Override
    public Directories directories() {
        return machine.directories();
    }

    @Override
    public int port() {
        return machine.config().portOrDefault();
    }

    @Override
    public Models models() {
        return models;
    }

    @Override
    public Runs runs() {
        return runs;
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
        moving.ledger().cleanUp();
        if (Files.exists(machine.directories().database())) {
            board.recover();
            rooms.recover();
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
        return new McpDoor(
                new McpVerbs(historyVerbs, live(), agents, jobs, chains),
                new McpPatience(machine.config().mcpPatienceSeconds()),
                Version.current());
    }

    /// Some clients start MCP servers with variables of their own choice.
    @Override
    public Optional<String> pass() {
        return Optional.ofNullable(machine.environment().get(Chains.VARIABLE))
                .filter(it -> !it.isBlank())
                .or(() -> Ancestors.variable(Chains.VARIABLE));
    }

    /// The launcher knows where it is; who starts Parley without it starts it so again.
    @Override
    public InstallMcp installMcp() {
        var launcher = System.getProperty("parley.launcher", "");
        var command = new ArrayList<>(launcher.isEmpty() ? Self.command() : List.of(launcher));
        command.add("mcp");
        return new InstallMcp(machine.environment(), command);
    }

    @Override
    public void keepStore() {
        storeKeeper.start();
        checkpoints.keep(changes);
    }

    @Override
    public Store store() {
        return new Store(
                machine.directories(),
                upkeep,
                storeKeeper,
                retention,
                () -> history.refresh(Progress.SILENT));
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

    private boolean isTrusted(Path project) {
        return machine.configFile().current().trustedProjects().contains(project.toString());
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
        new ServerDoors(this, new OpenTerminals(terminals), clock).all(gate).forEach(routes::add);
        return new Doors(new HttpServer(port, gate, routes), gate, routes);
    }

    @Override
    public Doctor checkup() {
        return new Doctor(
                machine.providers(),
                machine.installations(),
                machine.directories(),
                port(),
                machine.environment(),
                tools.catalog());
    }

    @Override
    public ProviderSmokeTest trial() {
        return new ProviderSmokeTest(machine.providers(), machine.installations(), runs);
    }

    /// Ends every child.
    @Override
    public void close() {
        database.hurry();
        jobs.close();
        rooms.close();
        storeKeeper.close();
        past.close();
        moves.onLimit().close();
        sessions.close();
        checkpoints.close();
        tools.close();
        machine.supervisor().close();
        database.close();
    }
}
