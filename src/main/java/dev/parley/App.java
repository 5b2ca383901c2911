package dev.parley;

import dev.parley.api.Progress;
import dev.parley.api.Retention;
import dev.parley.base.disk.Directories;
import dev.parley.base.disk.PrivateFiles;
import dev.parley.base.problem.Closest;
import dev.parley.base.problem.Problem;
import dev.parley.base.resource.Version;
import dev.parley.config.Config;
import dev.parley.config.ModelRegistry;
import dev.parley.config.RegistryEditor;
import dev.parley.door.cli.Program;
import dev.parley.door.http.Doors;
import dev.parley.door.http.Gate;
import dev.parley.door.http.HttpServer;
import dev.parley.door.http.Routes;
import dev.parley.door.http.Token;
import dev.parley.door.mcp.SessionToolsServer;
import dev.parley.event.SessionKey;
import dev.parley.history.History;
import dev.parley.history.HistoryKeeper;
import dev.parley.history.text.TextSearch;
import dev.parley.process.Supervisor;
import dev.parley.provider.Installations;
import dev.parley.provider.ModelCatalog;
import dev.parley.provider.ProviderEnvironment;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.Providers;
import dev.parley.provider.SessionWriters;
import dev.parley.provider.StoredPlace;
import dev.parley.provider.builtin.BuiltIn;
import dev.parley.session.LiveSettings;
import dev.parley.session.Sessions;
import dev.parley.session.ToolDelivery;
import dev.parley.session.ToolSource;
import dev.parley.session.approval.ApprovalRules;
import dev.parley.session.retention.Pruning;
import dev.parley.session.retention.StoreKeeper;
import dev.parley.store.OwnerProcess;
import dev.parley.store.StoreUpkeep;
import dev.parley.store.sqlite.Database;
import dev.parley.store.sqlite.SqliteSessionStore;
import dev.parley.store.sqlite.SqliteTicketStore;
import dev.parley.store.sqlite.SqliteUpkeep;
import dev.parley.ticket.Board;
import dev.parley.ticket.Proposals;
import dev.parley.ticket.TicketTools;
import dev.parley.tool.ToolRegistry;
import dev.parley.wire.ToolDefinition;
import dev.parley.work.AgentTools;
import dev.parley.work.ApiKeys;
import dev.parley.work.Calls;
import dev.parley.work.Doctor;
import dev.parley.work.HistoryVerbs;
import dev.parley.work.IndexHistory;
import dev.parley.work.Limits;
import dev.parley.work.ListSessions;
import dev.parley.work.LiveNow;
import dev.parley.work.LiveSessions;
import dev.parley.work.Models;
import dev.parley.work.NewFilePolicy;
import dev.parley.work.OneShot;
import dev.parley.work.OpenTerminals;
import dev.parley.work.ProviderSmokeTest;
import dev.parley.work.ReportUsage;
import dev.parley.work.ResumeSession;
import dev.parley.work.Runs;
import dev.parley.work.Scratch;
import dev.parley.work.SearchSessions;
import dev.parley.work.ShowSession;
import dev.parley.work.Store;
import dev.parley.work.Tickets;
import dev.parley.workspace.terminal.Terminals;
import dev.parley.workspace.worktree.Git;
import dev.parley.workspace.worktree.Worktrees;

import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The whole program, wired by hand. Read this first: it is the only place that knows everyone.
public final class App implements Program, AutoCloseable {
    private final Map<String, String> environment;
    private final Directories directories;
    private final Config config;
    private final Providers providers;
    private final Supervisor supervisor;
    private final Installations installations;
    private final SessionWriters writers;
    private final Runs runs;
    private final Models models;
    private final ApiKeys keys;
    private final Worktrees worktrees;
    private final Scratch scratch;
    private final Calls calls;
    private final Database database;
    private final StoreUpkeep upkeep;
    private final Retention retention;
    private final StoreKeeper storeKeeper;
    private final Board board;
    private final ToolRegistry tools;
    private final Sessions sessions;
    private final Terminals terminals;
    private final History history;
    private final HistoryKeeper keeper;
    private final TextSearch search;
    private final HistoryVerbs historyVerbs;
    private final Clock clock = Clock.systemUTC();
    private final SessionToolsServer toolServer = new SessionToolsServer(clock);
    private final AgentTools agentTools =
            new AgentTools(Version.current(), this::toolAddress, clock);

    /// For what lasts a while, such as links and limits per minute.
    private final Clock lasting = new MonotonicClock(clock);

    /// @param environment the variables Parley was started with
    public App(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
        directories = Directories.of(environment);
        PrivateFiles.close(directories.data(), directories.worktrees());
        PrivateFiles.keepOthersFromWriting(directories.config());
        config = Config.read(directories.configFile());
        providers = BuiltIn.with(directories.providers());
        var catalog = new ModelCatalog(config.models());
        catalog.validate(providers.ids(), directories.configFile().toString());
        // A mistyped name would otherwise be a list nobody reads.
        config.passEnvironment().keySet().forEach(providers::named);
        supervisor = new Supervisor(directories.processes(), controlGroups(environment));
        installations = new Installations(supervisor, environment, directories.versions(), clock);
        var environments = new ProviderEnvironment(environment, config.passEnvironment());
        writers = new SessionWriters(directories.writers());
        var oneShot = new OneShot(supervisor, installations, environments, writers, clock);
        var limits = new Limits(config.timeout(), config.outputLimit());
        runs = new Runs(providers, catalog, oneShot, limits);
        var registry = directories.registryFile();
        models =
                new Models(
                        catalog,
                        new ModelRegistry(registry, providers.ids(), clock),
                        new RegistryEditor(registry, providers.ids()));
        keys = new ApiKeys(directories.keysFile(), clock);
        var git = new Git(supervisor, environment);
        worktrees = new Worktrees(directories.worktrees(), git);
        scratch = new Scratch(directories.scratch());
        database = new Database(directories.database());
        var self = OwnerProcess.self();
        upkeep = new SqliteUpkeep(database, self);
        var ticketStore = new SqliteTicketStore(database);
        board = new Board(ticketStore, clock);
        tools = tools(new Proposals(ticketStore, board, clock));
        sessions =
                new Sessions(
                        new Sessions.Needs(
                                new SqliteSessionStore(database, self),
                                supervisor,
                                providers,
                                catalog,
                                installations,
                                environments,
                                ProviderProfile.Live::newDialect,
                                this::isInTerminal,
                                this::directoryOf,
                                writers,
                                new ToolSource(
                                        tools,
                                        _ -> Set.copyOf(config.tools()),
                                        Optional.of(
                                                new ToolDelivery(
                                                        agentTools, directories.toolSettings()))),
                                clock),
                        new LiveSettings(
                                config.live().idle(),
                                config.live().processes(),
                                config.live().approvalTimeout(),
                                config.live().interruptGrace(),
                                config.live().startTimeout()),
                        ApprovalRules.parse(
                                config.approvals(), directories.configFile().toString()));
        calls =
                new Calls(
                        models,
                        providers,
                        oneShot,
                        limits,
                        worktrees,
                        new NewFilePolicy(git, clock),
                        scratch,
                        sessions,
                        lasting);
        terminals =
                new Terminals(
                        supervisor,
                        providers,
                        installations,
                        environments,
                        environment,
                        (provider, session) -> sessions.coordinator().isLive(provider, session),
                        writers,
                        clock);
        history = new History(this::storedPlaces, worktrees::repositoryOf, directories.index());
        retention = new Retention(config.store().age(), config.store().bytes());
        storeKeeper =
                new StoreKeeper(upkeep, new Pruning(upkeep, this::isInHistory), retention, clock);
        keeper = new HistoryKeeper(history);
        search =
                new TextSearch(
                        history,
                        directories.index().resolve("text"),
                        zone(),
                        clock,
                        providers::named);
        var live = new LiveNow(writers, sessions);
        var usage = new ReportUsage(history, directories.pricesFile(), clock.withZone(zone()));
        var show = new ShowSession(history, live, usage);
        historyVerbs =
                new HistoryVerbs(
                        new ListSessions(history, search, live, providers::named),
                        show,
                        new SearchSessions(history, search, live),
                        usage,
                        new IndexHistory(history, keeper, search),
                        new ResumeSession(show, terminals));
    }

    private ToolRegistry tools(Proposals proposals) {
        var registry = new ToolRegistry();
        new TicketTools(board, proposals).registerWith(registry);
        var known = registry.definitions().stream().map(ToolDefinition::name).toList();
        for (var name : config.tools()) {
            if (!known.contains(name)) {
                throw Problem.brokenConfiguration(
                        directories.configFile() + ": there is no tool \"" + name + "\".",
                        Closest.question(
                                name, known, "Known are " + String.join(", ", known) + "."));
            }
        }
        return registry;
    }

    private URI toolAddress() {
        return toolServer.open(agentTools);
    }

    /// What agents can be offered.
    ToolRegistry tools() {
        return tools;
    }

    private static Supervisor.ControlGroups controlGroups(Map<String, String> environment) {
        return environment.getOrDefault("PARLEY_CGROUPS", "").equals("off")
                ? Supervisor.ControlGroups.NEVER
                : Supervisor.ControlGroups.WHERE_POSSIBLE;
    }

    /// For a program of its own, where every child is the supervisor's.
    void adoptOrphans() {
        supervisor.adoptOrphans();
    }

    private boolean isInTerminal(SessionKey session) {
        return terminals.findShowing(session).isPresent();
    }

    /// Where the history has a session. A command that lives for one session reads it first.
    private Optional<Path> directoryOf(SessionKey session) throws InterruptedException {
        if (!history.isComplete()) {
            history.refresh(Progress.SILENT);
        }
        return history.view().find(session).map(entry -> entry.summary().directory()).map(Path::of);
    }

    /// As long as not everything was looked at, nobody knows.
    private boolean isInHistory(SessionKey session) {
        return history.isComplete() && history.view().find(session).isPresent();
    }

    private List<StoredPlace> storedPlaces() {
        return providers.storedPlaces(environment);
    }

    @Override
    public Directories directories() {
        return directories;
    }

    @Override
    public int port() {
        return config.portOrDefault();
    }

    public Providers providers() {
        return providers;
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
    public Calls calls() {
        return calls;
    }

    @Override
    public void recover() throws InterruptedException {
        worktrees.cleanUp();
        scratch.cleanUp();
        writers.cleanUp();
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
    public void keepStore() {
        storeKeeper.start();
    }

    @Override
    public Store store() {
        return new Store(
                directories,
                upkeep,
                storeKeeper,
                retention,
                () -> history.refresh(Progress.SILENT));
    }

    @Override
    public Tickets tickets() {
        return new Tickets(board);
    }

    @Override
    public ZoneId zone() {
        return ZoneId.systemDefault();
    }

    @Override
    public Doors newServer(int port) {
        var gate = new Gate(Token.in(directories.tokenFile()), lasting, keys::find);
        var routes = new Routes();
        new ServerDoors(this, new OpenTerminals(terminals), clock).all(gate).forEach(routes::add);
        return new Doors(new HttpServer(port, gate, routes), gate, routes);
    }

    @Override
    public Doctor checkup() {
        return new Doctor(providers, installations, directories, port(), environment);
    }

    @Override
    public ProviderSmokeTest trial() {
        return new ProviderSmokeTest(providers, installations, runs);
    }

    /// Ends every child.
    @Override
    public void close() {
        database.hurry();
        storeKeeper.close();
        keeper.close();
        search.close();
        sessions.close();
        toolServer.close();
        supervisor.close();
        database.close();
    }
}
