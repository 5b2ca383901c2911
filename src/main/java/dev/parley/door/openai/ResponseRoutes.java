package dev.parley.door.openai;

import dev.parley.door.http.Request;
import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;

import java.time.Clock;
import java.time.Instant;
import java.util.List;

/// `/v1/responses`: the same agents in the form of OpenAI's newer API.
public final class ResponseRoutes {
    private final Answers answers;
    private final Clock clock;
    private final ResponseItems items = new ResponseItems();

    public ResponseRoutes(Answers answers, Clock clock) {
        this.answers = answers;
        this.clock = clock;
    }

    public void register(Routes routes) {
        routes.post("/v1/responses", this::create);
    }

    private Response create(Request request) {
        try {
            var wanted = ResponseRequest.read(request, items);
            var format = new ResponsesFormat(wanted, items, Instant.now(clock));
            return answers.answer(
                    new Answers.Wish(wanted.call(), wanted.stream(), List.of(), format));
        } catch (ApiError error) {
            return error.response();
        }
    }
}
