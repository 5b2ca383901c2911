package dev.parley.door.openai;

import dev.parley.door.http.Request;
import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;

import java.time.Clock;
import java.time.Instant;

/// `/v1/responses`: the same agents for those who speak OpenAI's newer API.
public final class ResponseRoutes {
    private final Answers answers;
    private final Clock clock;

    public ResponseRoutes(Answers answers, Clock clock) {
        this.answers = answers;
        this.clock = clock;
    }

    public void register(Routes routes) {
        routes.post("/v1/responses", this::create);
    }

    private Response create(Request request) {
        try {
            var wanted = ResponseRequest.read(request);
            var shapes = new ResponsesFormat(wanted, Instant.now(clock));
            return answers.answer(request, wanted.call(), wanted.stream(), shapes);
        } catch (ApiError error) {
            return error.response();
        }
    }
}
