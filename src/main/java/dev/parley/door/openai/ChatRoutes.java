package dev.parley.door.openai;

import dev.parley.door.http.Request;
import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;

import java.time.Clock;
import java.time.Instant;

/// `/v1/chat/completions`: OpenAI's words in, an agent in a repository behind, OpenAI's words out.
public final class ChatRoutes {
    private final Answers answers;
    private final Clock clock;

    public ChatRoutes(Answers answers, Clock clock) {
        this.answers = answers;
        this.clock = clock;
    }

    public void register(Routes routes) {
        routes.explaining("/v1/", problem -> ApiError.of(problem).response());
        routes.post("/v1/chat/completions", this::complete);
    }

    private Response complete(Request request) {
        try {
            var chat = ChatRequest.read(request);
            var shapes = ChatFormat.of(chat, Instant.now(clock));
            return answers.answer(request, chat.call(), chat.stream(), shapes);
        } catch (ApiError error) {
            return error.response();
        }
    }
}
