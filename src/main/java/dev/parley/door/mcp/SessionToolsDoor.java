package dev.parley.door.mcp;

import dev.parley.door.http.Credential;
import dev.parley.door.http.Door;
import dev.parley.door.http.Request;
import dev.parley.door.http.Response;
import dev.parley.work.AgentTools;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// `POST /tools`: the tools of one agent as an MCP server, by Streamable HTTP without sessions of
/// its own and without a stream from us (`GET` is refused, which every client accepts). The secret
/// says which agent it is. A call is answered by a stream that opens at once and is never silent
/// for long: CLIs give up others, and one of them asks again.
public final class SessionToolsDoor {
    static final String PATH = "/tools";

    private static final Duration PULSE = Duration.ofSeconds(3);

    private final AgentTools tools;

    public SessionToolsDoor(AgentTools tools) {
        this.tools = tools;
    }

    /// For agents only: neither the user's token nor another program's key opens it.
    public Door door() {
        return new Door(
                "session-tools",
                Set.of(Credential.API_KEY),
                routes -> routes.post(PATH, this::receive));
    }

    private Response receive(Request request) throws InterruptedException {
        var message = tools.read(request.key().orElseThrow().name(), request.body());
        return switch (message.kind()) {
            case CALL -> new Response.Events(out -> stream(message, out), PULSE);
            case QUESTION -> new Response.Awaited(() -> whole(200, message));
            case REMARK -> whole(202, message);
            case NONSENSE -> whole(400, message);
        };
    }

    private static void stream(AgentTools.Message message, Response.EventWriter out)
            throws InterruptedException {
        out.write(List.of()); // so that the client sees the head of the answer now
        message.answer(json -> {
            try {
                out.write(json);
            } catch (UncheckedIOException _) {
                // The client went away, and this thread is told so by the stream itself.
            }
        });
    }

    private static Response.Whole whole(int status, AgentTools.Message message)
            throws InterruptedException {
        var answers = new ArrayList<String>();
        message.answer(answers::add);
        return new Response.Whole(status, "application/json", String.join("", answers), Map.of());
    }
}
