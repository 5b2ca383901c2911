package dev.parley;

import dev.parley.door.cli.shared.Program;
import dev.parley.door.http.Door;
import dev.parley.door.http.Gate;
import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;
import dev.parley.door.openai.Answers;
import dev.parley.door.openai.ChatRoutes;
import dev.parley.door.openai.ModelRoutes;
import dev.parley.door.openai.ResponseRoutes;
import dev.parley.door.rest.ChangeRoutes;
import dev.parley.door.rest.CompletionRoutes;
import dev.parley.door.rest.DeviceRoutes;
import dev.parley.door.rest.DocumentRoutes;
import dev.parley.door.rest.HandOverRoutes;
import dev.parley.door.rest.HistoryRoutes;
import dev.parley.door.rest.InboxRoutes;
import dev.parley.door.rest.LinkRoutes;
import dev.parley.door.rest.LiveRoutes;
import dev.parley.door.rest.MetricsRoutes;
import dev.parley.door.rest.MoveRoutes;
import dev.parley.door.rest.RoomRoutes;
import dev.parley.door.rest.RunRoutes;
import dev.parley.door.rest.SearchRoutes;
import dev.parley.door.rest.SettingsRoutes;
import dev.parley.door.rest.StatusRoutes;
import dev.parley.door.rest.TerminalRoutes;
import dev.parley.door.rest.TicketRoutes;
import dev.parley.door.rest.ViewRoutes;
import dev.parley.door.rest.WorktreeRoutes;
import dev.parley.door.socket.SocketDoor;
import dev.parley.door.web.PageRoutes;
import dev.parley.work.LiveSessions;
import dev.parley.work.OpenTerminals;
import dev.parley.work.room.RoomCalls;

import java.time.Clock;
import java.time.Duration;
import java.util.List;

/// Every way into the server, and what opens it.
final class ServerDoors {
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(15);

    private final Program program;
    private final OpenTerminals terminals;
    private final Clock clock;

    ServerDoors(Program program, OpenTerminals terminals, Clock clock) {
        this.program = program;
        this.terminals = terminals;
        this.clock = clock;
    }

    List<Door> all(Gate gate) {
        var live = program.live();
        return List.of(
                Door.open("entrance", routes -> openEntrance(routes, gate)),
                Door.forOwner("rest", routes -> openRest(routes, gate, live)),
                Door.forKeys("openai", this::openOpenAi),
                Door.forOwner("mcp", program.mcp()::register),
                Door.forOwner(
                        "socket",
                        new SocketDoor(
                                        gate,
                                        live,
                                        terminals,
                                        program.tickets(),
                                        program.page(),
                                        program.changes(),
                                        program.rooms())
                                ::register),
                Door.open("documents", new DocumentRoutes()::register),
                Door.open("page", new PageRoutes()::register));
    }

    private static void openEntrance(Routes routes, Gate gate) {
        routes.get("/healthz", _ -> Response.text(200, "ok\n"));
        routes.get("/login", gate::login);
        routes.get("/pair", gate::pairingPage);
    }

    private void openRest(Routes routes, Gate gate, LiveSessions live) {
        new LinkRoutes(gate).register(routes);
        new StatusRoutes(program.checkup(), program.models(), program.tools()).register(routes);
        new RunRoutes(program.runs()).register(routes);
        new LiveRoutes(live).register(routes);
        new HistoryRoutes(program.historyVerbs(), program.page().marks()).register(routes);
        new MoveRoutes(program.moves()).register(routes);
        new SearchRoutes(program.historyVerbs().search()).register(routes);
        new TerminalRoutes(terminals).register(routes);
        new ChangeRoutes(program.changes(), program.fork()).register(routes);
        new WorktreeRoutes(program.worktrees(), program.races()).register(routes);
        new TicketRoutes(program.tickets()).register(routes);
        new ViewRoutes(program.page()).register(routes);
        new CompletionRoutes(program.page()).register(routes);
        new SettingsRoutes(program.page().settings(), program.page().rules(), program.port())
                .register(routes);
        new HandOverRoutes(program.page().handOver(), program.tickets()).register(routes);
        new DeviceRoutes(program.devices(), gate).register(routes);
        new InboxRoutes(program.page().inbox()).register(routes);
        new RoomRoutes(program.rooms()).register(routes);
        new MetricsRoutes(live, terminals, clock).register(routes);
    }

    private void openOpenAi(Routes routes) {
        var rooms = new RoomCalls(program.rooms(), clock);
        var answers = new Answers(program.calls(), rooms, KEEP_ALIVE);
        new ChatRoutes(answers, clock).register(routes);
        new ResponseRoutes(answers, clock).register(routes);
        new ModelRoutes(program.models(), rooms).register(routes);
    }
}
