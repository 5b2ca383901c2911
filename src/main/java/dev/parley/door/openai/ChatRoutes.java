package dev.parley.door.openai;

import dev.parley.door.http.Request;
import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;
import dev.parley.event.EndReason;
import dev.parley.json.Json;
import dev.parley.problem.Problem;
import dev.parley.work.Answered;
import dev.parley.work.Calls;
import dev.parley.work.Speech;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/// `/v1/chat/completions`: OpenAI's words in, an agent in a repository behind, OpenAI's words out.
public final class ChatRoutes {
    /// OpenAI's clients skip comments; proxies take them for life.
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(15);

    private static final String NOTHING_SAID = "No output from CLI.";

    private final Calls calls;
    private final Clock clock;

    public ChatRoutes(Calls calls, Clock clock) {
        this.calls = calls;
        this.clock = clock;
    }

    public void register(Routes routes) {
        routes.explaining("/v1/", problem -> ApiError.of(problem).response());
        routes.post("/v1/chat/completions", this::complete);
    }

    private Response complete(Request request) {
        try {
            var chat = ChatRequest.read(request);
            var shapes = ChatShapes.of(chat, Instant.now(clock));
            return chat.stream()
                    ? new Response.Events(out -> stream(chat, shapes, out), KEEP_ALIVE)
                    : new Response.Awaited(() -> whole(chat, shapes));
        } catch (ApiError error) {
            return error.response();
        }
    }

    private Response.Whole whole(ChatRequest chat, ChatShapes shapes) throws InterruptedException {
        try {
            var speech = new Speech(_ -> {});
            var answered = calls.play(chat.call(), speech);
            check(answered, speech);
            return Response.json(shapes.completion(answer(answered), answered));
        } catch (ApiError error) {
            return error.response();
        } catch (Problem problem) {
            return ApiError.of(problem).response();
        }
    }

    private void stream(ChatRequest chat, ChatShapes shapes, Response.EventWriter out)
            throws InterruptedException {
        try {
            var chunks = new ChunkWriter(shapes, out);
            var speech = new Speech(chunks::say);
            var answered = calls.play(chat.call(), speech);
            check(answered, speech);
            if (speech.text().isEmpty()) {
                chunks.say(answer(answered));
            }
            out.write(Json.write(shapes.closing(answered)));
            if (chat.includeUsage()) {
                out.write(Json.write(shapes.tokens(answered.outcome().usage())));
            }
            out.write("[DONE]");
        } catch (ApiError error) {
            throw new Response.Refused(error.response());
        } catch (Problem problem) {
            throw new Response.Refused(ApiError.of(problem).response());
        }
    }

    private static void check(Answered answered, Speech speech) {
        if (answered.outcome().reason() != EndReason.COMPLETED) {
            throw ApiError.of(answered, speech.text());
        }
    }

    private static String answer(Answered answered) {
        var answer = answered.outcome().answer();
        return answer.isBlank() ? NOTHING_SAID : answer;
    }

    /// The first chunk says who speaks.
    private static final class ChunkWriter {
        private final ChatShapes shapes;
        private final Response.EventWriter out;
        private boolean hasBegun;

        ChunkWriter(ChatShapes shapes, Response.EventWriter out) {
            this.shapes = shapes;
            this.out = out;
        }

        void say(String text) {
            if (!hasBegun) {
                hasBegun = true;
                out.write(Json.write(shapes.opening()));
            }
            out.write(Json.write(shapes.piece(text)));
        }
    }
}
