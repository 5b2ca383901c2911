package dev.parley.work.room;

import dev.parley.api.Agent;
import dev.parley.api.LiveCapability;
import dev.parley.api.LoggedEvent;
import dev.parley.api.NewSession;
import dev.parley.api.Room;
import dev.parley.api.SessionId;
import dev.parley.base.disk.PrivateFiles;
import dev.parley.base.hash.Hash;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.event.Action;
import dev.parley.event.EndReason;
import dev.parley.event.Event;
import dev.parley.event.Permission;
import dev.parley.event.Usage;
import dev.parley.provider.LiveInvocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.session.Lent;
import dev.parley.session.Sessions;
import dev.parley.store.ConversationKey;
import dev.parley.tool.server.ToolServers;
import dev.parley.work.advice.Costs;
import dev.parley.work.agent.AgentHomes;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// An agent on a CLI: one live session for each room it is in. Without a repository its CLI works
/// in an empty directory and a home of its own, without tools and without anything it would pick up
/// by itself, and whatever it still asks permission for is denied.
final class SessionSpeaker implements Speaker {
    private final Sessions sessions;
    private final AgentHomes homes;
    private final ToolServers servers;
    private final Costs costs;
    private final Path places;
    private final ProviderProfile profile;
    private final Optional<String> model;

    /// @param places where rooms without a repository have their empty directories
    SessionSpeaker(
            Sessions sessions,
            AgentHomes homes,
            ToolServers servers,
            Costs costs,
            Path places,
            ProviderProfile profile,
            Optional<String> model) {
        this.sessions = sessions;
        this.homes = homes;
        this.servers = servers;
        this.costs = costs;
        this.places = places;
        this.profile = profile;
        this.model = model;
    }

    @Override
    public boolean remembers() {
        return true;
    }

    @Override
    public String fingerprint(Room room, Agent agent) {
        return Hash.sha256(
                String.join(
                        "\0",
                        profile.id(),
                        model.orElse(""),
                        agent.instructions(),
                        String.join(",", agent.tools()),
                        Json.write(new TreeMap<>(agent.mcpServers())),
                        String.valueOf(agent.effort()),
                        String.valueOf(agent.home()),
                        String.valueOf(room.project()),
                        permission(room).wireName()));
    }

    @Override
    public Spoken speak(Task task, TurnListener listener) throws InterruptedException {
        var events = new Events(task.room().project() == null, listener);
        try {
            var session = sessions.turn(request(task), lent(task), events);
            return events.spoken().priced(costs, session.model());
        } catch (Problem problem) {
            if (task.session().isPresent() && problem.kind() == Problem.Kind.NOT_FOUND) {
                throw new ThreadLost(problem);
            }
            return Spoken.failed(
                    events.session,
                    events.used(),
                    problem.message() + " " + problem.remedy(),
                    false);
        }
    }

    private NewSession request(Task task) {
        var can = LiveInvocation.live(profile);
        var takesImages = can.can(LiveCapability.IMAGES);
        var takesSystem = can.can(LiveCapability.SYSTEM_PROMPT);
        var text = new StringBuilder();
        if (!takesSystem && task.session().isEmpty()) {
            text.append('[').append(task.identity()).append("]\n\n");
        }
        text.append(task.prompt());
        if (!takesImages && !task.images().isEmpty()) {
            text.append("\n\n[You cannot see the pictures.]");
        }
        var prompt = Action.Prompt.of(text.toString(), takesImages ? task.images() : List.of());
        if (task.session().isPresent()) {
            return NewSession.resuming(task.session().get()).saying(prompt);
        }
        return new NewSession(
                profile.id(),
                model.orElse(null),
                directory(task.room(), task.agent()),
                permission(task.room()),
                null,
                takesSystem ? task.identity() : null,
                List.of(),
                home(task.room(), task.agent()),
                task.agent().tools(),
                prompt);
    }

    /// With a repository it is a coding agent, as the room permits; otherwise it may do nothing.
    private Permission permission(Room room) {
        var modes = LiveInvocation.live(profile).permissions().keySet();
        if (room.project() == null) {
            // A mode for plans tells the model to write one; whatever is asked is denied anyway.
            return Stream.of(Permission.ASK, Permission.EDIT)
                    .filter(modes::contains)
                    .findFirst()
                    .orElse(Permission.PLAN);
        }
        return room.permission() == Permission.PLAN && !modes.contains(Permission.PLAN)
                ? Permission.ASK
                : room.permission();
    }

    private String directory(Room room, Agent agent) {
        if (room.project() != null) {
            return room.project();
        }
        try {
            return PrivateFiles.directories(places.resolve(room.name()).resolve(agent.name()))
                    .toRealPath()
                    .toString();
        } catch (IOException e) {
            throw Problem.brokenConfiguration(
                            "The directory of an agent cannot be made: " + e.getMessage(),
                            "Look at " + places + ".")
                    .causedBy(e);
        }
    }

    private @Nullable String home(Room room, Agent agent) {
        var isOwn =
                room.project() == null
                        && !Agent.USER_HOME.equals(agent.home())
                        && !profile.home().isolate().isEmpty();
        var key = new ConversationKey(places, agent.name());
        return isOwn ? homes.aloneOf(key, profile).toString() : null;
    }

    private Lent lent(Task task) throws InterruptedException {
        var room = task.room();
        var agent = task.agent();
        var isCoding = room.project() != null;
        var own =
                servers.of(
                        room.name() + "/" + agent.name(),
                        Path.of(directory(room, agent)),
                        agent.mcpServers());
        // One process for an agent, whatever rooms it is in; what it may do differs where there is
        // a repository.
        var process = isCoding ? room.name() + "/" + agent.name() : agent.name();
        return new Lent(
                own,
                isCoding,
                !isCoding,
                Optional.ofNullable(agent.effort()),
                Map.of(),
                Optional.of(room.name()),
                Optional.of("agent " + process));
    }

    /// Hears the events of the turn, and keeps what it comes to.
    private final class Events implements Consumer<LoggedEvent> {
        private final boolean isDenied;
        private final TurnListener listener;
        private final StringBuilder pieces = new StringBuilder();
        private String piecesOf = "";
        private String said = "";
        private @Nullable String thoughtOf;
        private @Nullable String session;
        private @Nullable Usage usage;
        private String failure = "It ended without an answer.";
        private EndReason reason = EndReason.ERROR;

        Events(boolean isDenied, TurnListener listener) {
            this.isDenied = isDenied;
            this.listener = listener;
        }

        @Override
        public void accept(LoggedEvent logged) {
            session = logged.session().value();
            switch (logged.envelope().event()) {
                case Event.TurnStarted _ -> listener.began(logged.session().value());
                case Event.AssistantStreamed(var piece, var id) -> {
                    if (!piecesOf.equals(id)) {
                        piecesOf = id;
                        pieces.setLength(0);
                    }
                    pieces.append(piece);
                    listener.wrote(piece);
                }
                case Event.AssistantSaid(var text, _) -> {
                    said = text;
                    pieces.setLength(0);
                }
                case Event.Thought(var text, var isDelta, var id) -> thought(text, isDelta, id);
                case Event.ToolCalled(var id, var name, var arguments) ->
                        listener.called(id, name, arguments);
                case Event.ToolReturned(var id, _, _, var isError, _) ->
                        listener.returned(id, isError);
                case Event.TokensUsed(var used) -> usage = usage == null ? used : usage.plus(used);
                case Event.Failed(var message, _, var recoverable) -> {
                    if (!recoverable) {
                        failure = message;
                    }
                }
                case Event.ApprovalRequested asked -> {
                    if (isDenied) {
                        deny(logged.session(), asked.requestId());
                    }
                }
                case Event.TurnEnded(_, var why) -> reason = why;
                case Event.AboutSession _,
                        Event.TurnQueued _,
                        Event.UserSaid _,
                        Event.ApprovalAnswered _,
                        Event.Unrecognized _ -> {}
            }
        }

        /// What came in pieces may come whole behind them.
        private void thought(String text, @Nullable Boolean isDelta, @Nullable String id) {
            var isPiece = Boolean.TRUE.equals(isDelta);
            if (isPiece || id == null || !id.equals(thoughtOf)) {
                listener.thought(isPiece ? text : text + "\n");
            }
            thoughtOf = isPiece ? id : null;
        }

        /// Not on this thread: the session may wait for us to take its events.
        private void deny(SessionId id, String request) {
            Thread.startVirtualThread(() -> {
                try {
                    sessions.ask(
                            id,
                            Action.Decide.deny(
                                    request, "In this room there is only the conversation."));
                } catch (Problem _) {
                    // somebody was faster
                } catch (InterruptedException _) {
                    Thread.currentThread().interrupt();
                }
            });
        }

        Optional<Usage> used() {
            return Optional.ofNullable(usage);
        }

        Spoken spoken() {
            if (reason != EndReason.COMPLETED) {
                return Spoken.failed(session, used(), failure, reason == EndReason.ERROR);
            }
            var text = said.isBlank() ? pieces.toString() : said;
            return new Spoken(text.strip(), session, used(), Optional.empty(), false);
        }
    }
}
