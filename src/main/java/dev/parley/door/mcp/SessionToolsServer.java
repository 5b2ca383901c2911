package dev.parley.door.mcp;

import dev.parley.base.problem.Problem;
import dev.parley.base.problem.Scarcity;
import dev.parley.door.http.Gate;
import dev.parley.door.http.HttpServer;
import dev.parley.door.http.Routes;
import dev.parley.door.http.Token;
import dev.parley.work.AgentTools;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.time.Clock;

/// Listens for agents that call tools, on a loopback port that the system chooses, in every Parley
/// process that needs it. Most do not, so nothing is opened before the first agent needs it.
/// Thread-safe.
public final class SessionToolsServer implements AutoCloseable {
    private final Clock clock;
    private @Nullable HttpServer server; // guarded by this
    private @Nullable URI address; // guarded by this

    public SessionToolsServer(Clock clock) {
        this.clock = clock;
    }

    /// Where agents come in. Opens it when it is first asked for.
    public synchronized URI open(AgentTools tools) {
        if (address == null) {
            // Nobody has this token, and the door would not take it.
            var gate = new Gate(Token.unknown(), clock, tools::find);
            var opened =
                    new HttpServer(0, gate, new Routes().add(new SessionToolsDoor(tools).door()));
            address = URI.create("http://127.0.0.1:" + start(opened) + SessionToolsDoor.PATH);
            server = opened;
        }
        return address;
    }

    /// A session that cannot have its tools says so, and goes on with the next prompt.
    private static int start(HttpServer opened) {
        try {
            return opened.start();
        } catch (IllegalStateException e) {
            throw Scarcity.isIn(e) ? Scarcity.problem(e) : Problem.fault().causedBy(e);
        }
    }

    @Override
    public synchronized void close() {
        if (server != null) {
            server.close();
        }
    }
}
