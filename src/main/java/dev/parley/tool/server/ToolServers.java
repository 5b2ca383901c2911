package dev.parley.tool.server;

import dev.parley.api.ToolServer;
import dev.parley.base.problem.Problem;
import dev.parley.process.ChildEnvironment;
import dev.parley.process.Executables;
import dev.parley.process.Launch;
import dev.parley.process.Supervisor;
import dev.parley.tool.ToolRegistry;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The MCP servers that agents bring along. A server is started when its owner first needs it, is
/// the owner's alone, and ends when nobody used it for a while. Thread-safe.
public final class ToolServers implements AutoCloseable {
    public static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_-]{0,19}");

    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");
    private static final Duration IDLE = Duration.ofMinutes(10);

    /// Whose server it is, and where it works.
    private record Key(String owner, Path directory, String name, ToolServer server) {}

    /// A connection, or the place of one.
    private static final class Place {
        /// Held while a connection is made, which may take long.
        private final ReentrantLock lock = new ReentrantLock();

        private @Nullable ServerConversation conversation; // guarded by lock
        private final AtomicInteger calls = new AtomicInteger();
        private volatile long usedAt = System.nanoTime();

        boolean isIdle() {
            return calls.get() == 0 && System.nanoTime() - usedAt > IDLE.toNanos();
        }

        void end() {
            if (conversation != null) {
                conversation.close();
            }
        }
    }

    private final Supervisor supervisor;
    private final Map<String, String> environment;
    private final String version;
    private final Map<Key, Place> places = new HashMap<>(); // guarded by this
    private boolean isWatched; // guarded by this
    private boolean isClosed; // guarded by this

    /// @param environment the variables Parley was started with
    /// @param version Parley's own
    public ToolServers(Supervisor supervisor, Map<String, String> environment, String version) {
        this.supervisor = supervisor;
        this.environment = environment;
        this.version = version;
    }

    /// The tools of an owner's servers.
    ///
    /// @param owner whoever has them; nobody else is on the same connections
    /// @throws Problem when a server cannot be reached
    public ToolRegistry of(String owner, Path directory, Map<String, ToolServer> servers)
            throws InterruptedException {
        var tools = new ToolRegistry();
        for (var one : new TreeMap<>(servers).entrySet()) {
            var key = new Key(owner, directory, one.getKey(), one.getValue());
            for (var declared : conversation(key).tools()) {
                var tool =
                        new ServerTool(
                                key.name(),
                                declared,
                                (name, arguments, most) -> call(key, name, arguments, most));
                if (!tools.has(tool.definition().name())) {
                    tools.registerForeign(tool);
                }
            }
        }
        return tools;
    }

    private JsonNode call(Key key, String tool, JsonNode arguments, Duration most)
            throws InterruptedException {
        var place = place(key);
        place.calls.incrementAndGet();
        try {
            return conversation(key).call(tool, arguments, most);
        } finally {
            place.usedAt = System.nanoTime();
            place.calls.decrementAndGet();
        }
    }

    private synchronized Place place(Key key) {
        if (isClosed) {
            throw Problem.invalid("Parley ends.", "Start it again.");
        }
        if (!isWatched) {
            isWatched = true;
            Thread.ofVirtual().name("tool-servers").start(this::endIdle);
        }
        return places.computeIfAbsent(key, _ -> new Place());
    }

    /// The one there is, or a new one where there is none or it has ended.
    private ServerConversation conversation(Key key) throws InterruptedException {
        var place = place(key);
        place.lock.lockInterruptibly();
        try {
            var there = place.conversation;
            if (there == null || there.isOver()) {
                there = begin(key);
                place.conversation = there;
            }
            place.usedAt = System.nanoTime();
            return there;
        } finally {
            place.lock.unlock();
        }
    }

    private ServerConversation begin(Key key) throws InterruptedException {
        var server = key.server();
        return ServerConversation.begin(
                key.name(),
                version,
                listener ->
                        server.url() == null
                                ? CommandLink.start(supervisor, launch(key), listener)
                                : new HttpLink(
                                        URI.create(server.url()),
                                        filled(key.name(), server.headers()),
                                        listener));
    }

    private Launch launch(Key key) {
        var server = key.server();
        var program = Objects.requireNonNull(server.command());
        var command = new ArrayList<String>();
        command.add(
                program.indexOf('/') >= 0
                        ? program
                        : Executables.find(program, environment.getOrDefault("PATH", ""))
                                .map(Path::toString)
                                .orElse(program));
        command.addAll(server.args());
        var variables = ChildEnvironment.from(environment, List.of());
        variables.putAll(filled(key.name(), server.env()));
        return Launch.countedByLines(command, key.directory(), variables, ServerLink.LONGEST);
    }

    private Map<String, String> filled(String name, Map<String, String> values) {
        var filled = new HashMap<String, String>();
        values.forEach((key, value) ->
                filled.put(
                        key,
                        REFERENCE
                                .matcher(value)
                                .replaceAll(found ->
                                        Matcher.quoteReplacement(variable(name, found.group(1))))));
        return filled;
    }

    private String variable(String server, String name) {
        var value = environment.get(name);
        if (value == null) {
            throw Problem.invalid(
                    "The MCP server " + server + " needs the variable " + name + ".",
                    "Set it where Parley is started.");
        }
        return value;
    }

    private void endIdle() {
        try {
            while (watches()) {
                Thread.sleep(Duration.ofMinutes(1));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// @return whether there is anything left to watch
    private synchronized boolean watches() {
        places.values().removeIf(place -> place.isIdle() && ended(place));
        isWatched = !places.isEmpty() && !isClosed;
        return isWatched;
    }

    /// One that is being made is in use.
    private static boolean ended(Place place) {
        var isOurs = place.lock.tryLock();
        if (isOurs) {
            try {
                place.end();
            } finally {
                place.lock.unlock();
            }
        }
        return isOurs;
    }

    /// A process that is being started ends with its supervisor.
    @Override
    public synchronized void close() {
        isClosed = true;
        places.values().forEach(ToolServers::ended);
        places.clear();
    }
}
