package dev.parley.door.openai;

import dev.parley.door.http.Request;
import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;
import dev.parley.work.call.Call;
import dev.parley.work.call.ConversationRef;

import java.time.Clock;
import java.time.Instant;
import java.util.Set;

/// `/v1/chat/completions`: an agent in a repository answers in OpenAI's form.
public final class ChatRoutes {
    private static final Set<String> USED =
            Set.of(
                    "model",
                    "messages",
                    "stream",
                    "stream_options",
                    "user",
                    "response_format",
                    "stop",
                    "tools",
                    "tool_choice",
                    "reasoning_effort");

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
            var parameters = new Parameters(request, USED);
            var stream = parameters.flag("stream");
            var effort = Efforts.read(parameters.get("reasoning_effort"), "reasoning_effort");
            var call =
                    new Call(
                            request.key(),
                            parameters.requiredText("model"),
                            ChatMessages.read(parameters.get("messages")),
                            ConversationRef.of(Parameters.session(request, parameters)),
                            Schemas.read(
                                    parameters.get("response_format"), "response_format", effort),
                            ClientFunctions.read(parameters));
            var stops = StopSequences.read(parameters.get("stop"));
            var includeUsage = parameters.flag("stream_options", "include_usage");
            var format =
                    ChatFormat.of(
                            call.model(), includeUsage, parameters.ignored(), Instant.now(clock));
            return answers.answer(new Answers.Wish(call, stream, stops, format));
        } catch (ApiError error) {
            return error.response();
        }
    }
}
