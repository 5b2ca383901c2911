package dev.parley.work;

import dev.parley.api.ApiKey;
import dev.parley.base.problem.Problem;
import dev.parley.tool.McpConversation;
import dev.parley.tool.McpServer;
import dev.parley.tool.ToolHost;
import dev.parley.wire.JsonRpc;
import dev.parley.wire.OfferedTools;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Parley's tools for agents that reach them over HTTP: who may come in, and what they are
/// answered. An agent has a secret of its own, which opens its own tools and nothing else.
/// Thread-safe.
public final class AgentTools implements ToolHost {
    /// Shorter than every limit of a CLI that is put off by it.
    private static final Duration PROGRESS_EVERY = Duration.ofSeconds(5);

    private static final SecureRandom RANDOM = new SecureRandom();

    private final McpServer server;
    private final Supplier<URI> address;
    private final Clock clock;

    /// By the hash of the secret.
    private final Map<String, Agent> agents = new ConcurrentHashMap<>();

    /// @param version Parley's own
    /// @param address where agents come in; asked for when the first one needs it
    public AgentTools(String version, Supplier<URI> address, Clock clock) {
        server = new McpServer(version);
        this.address = address;
        this.clock = clock;
    }

    @Override
    public Access open(McpServer.Client client) {
        var random = new byte[32];
        RANDOM.nextBytes(random);
        var secret = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
        var headers = Map.of("Authorization", "Bearer " + secret);
        var agent =
                new Agent(
                        hash(secret),
                        new OfferedTools.Server(address.get(), headers),
                        new McpConversation(server, client, PROGRESS_EVERY));
        agents.put(agent.name, agent);
        return agent;
    }

    /// The agent with a secret, under a name that tells nobody the secret.
    public Optional<ApiKey> find(String secret) {
        return Optional.ofNullable(agents.get(hash(secret)))
                .map(agent -> new ApiKey(agent.name, List.of(), null, null, Instant.now(clock)));
    }

    /// What an agent says, in one JSON-RPC message.
    ///
    /// @param agent as [#find] named it
    public Message read(String agent, String json) {
        var found = agents.get(agent);
        if (found == null) {
            throw new Problem(
                    Problem.Kind.UNAUTHORIZED,
                    "The session of this secret is over.",
                    "Start or resume it: it gets another one.");
        }
        return new Message(found, JsonRpc.parse(json));
    }

    private static String hash(String secret) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(secret.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JDK has SHA-256", e);
        }
    }

    /// How a message is answered.
    public enum Kind {
        /// Soon.
        QUESTION,
        /// It may take as long as a person does.
        CALL,
        /// Not at all.
        REMARK,
        /// It is no message.
        NONSENSE
    }

    /// One message, still to be answered.
    public static final class Message {
        private final Agent agent;
        private final JsonRpc message;

        private Message(Agent agent, JsonRpc message) {
            this.agent = agent;
            this.message = message;
        }

        public Kind kind() {
            return switch (message) {
                case JsonRpc.Request request ->
                        request.method().equals("tools/call") ? Kind.CALL : Kind.QUESTION;
                case JsonRpc.Notification _, JsonRpc.Response _, JsonRpc.ErrorResponse _ ->
                        Kind.REMARK;
                case JsonRpc.Malformed _ -> Kind.NONSENSE;
            };
        }

        /// Answers it, and returns when nothing more will come. Interrupting the thread ends the
        /// call, as a client that hangs up wants it.
        ///
        /// @param out takes the answer, and progress before it, from any thread, one at a time
        public void answer(Consumer<String> out) throws InterruptedException {
            var done = new CountDownLatch(1);
            agent.conversation.receive(
                    message, answer -> out.accept(answer.line()), done::countDown);
            try {
                done.await();
            } catch (InterruptedException e) {
                if (message instanceof JsonRpc.Request request) {
                    agent.conversation.cancel(request.id());
                }
                throw e;
            }
            if (message instanceof JsonRpc.Request request
                    && request.method().equals("tools/list")) {
                agent.listed.countDown();
            }
        }
    }

    private final class Agent implements Access {
        private final String name;
        private final OfferedTools.Server server;
        private final McpConversation conversation;
        private final CountDownLatch listed = new CountDownLatch(1);

        Agent(String name, OfferedTools.Server server, McpConversation conversation) {
            this.name = name;
            this.server = server;
            this.conversation = conversation;
        }

        @Override
        public OfferedTools.Server server() {
            return server;
        }

        @Override
        public boolean awaitListed(Duration atMost) throws InterruptedException {
            return listed.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
        }

        @Override
        public void endCalls() {
            conversation.endCalls();
        }

        @Override
        public void close() {
            agents.remove(name);
            listed.countDown(); // nobody comes any more
            conversation.close();
        }
    }
}
