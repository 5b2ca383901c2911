package dev.parley.door.openai;

import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.config.ApiKey;
import dev.parley.door.http.Request;
import dev.parley.door.http.Response;
import dev.parley.door.http.Response.ServerEvent;
import dev.parley.event.EndReason;
import dev.parley.work.AnswerText;
import dev.parley.work.Call;
import dev.parley.work.CallResult;
import dev.parley.work.Caller;
import dev.parley.work.Calls;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Lets an agent answer a call and tells it, whole or as it comes. What fails before a word was
/// sent is answered with the status of the failure.
public final class Answers {
    private static final String NOTHING_SAID = "No output from CLI.";

    private final Calls calls;
    private final KeyLimits limits;
    private final Duration keepAlive;

    /// @param keepAlive how often a silent stream gets a comment: OpenAI's clients skip those, and
    ///   proxies take them for life
    public Answers(Calls calls, Clock clock, Duration keepAlive) {
        this.calls = calls;
        this.limits = new KeyLimits(clock);
        this.keepAlive = keepAlive;
    }

    Response answer(Request request, Call call, boolean stream, AnswerFormat telling) {
        var key = request.key();
        return stream
                ? new Response.Events(out -> stream(call, telling, out, key), keepAlive)
                : new Response.Awaited(() -> whole(call, telling, key));
    }

    /// Who asks, as the work knows him.
    static Caller caller(Request request) {
        return request.key()
                .map(key -> new Caller(key.name(), key.key().models()))
                .orElse(Caller.USER);
    }

    private Response.Whole whole(Call call, AnswerFormat telling, Optional<ApiKey.Named> key)
            throws InterruptedException {
        try (var _ = limits.take(key)) {
            var answered = play(call, telling, new AnswerText(_ -> {}));
            return Response.json(telling.whole(answer(answered), answered));
        } catch (ApiError error) {
            return error.response();
        }
    }

    private void stream(
            Call call, AnswerFormat telling, Response.EventWriter out, Optional<ApiKey.Named> key)
            throws InterruptedException {
        var pieces = new Pieces(telling, out);
        try (var _ = limits.take(key)) {
            // An answer with a schema is one JSON text; what the agent says on its way is not.
            var speech = new AnswerText(call.schema().isEmpty() ? pieces::say : _ -> {});
            var answered = play(call, telling, speech);
            if (!pieces.hasBegun()) {
                pieces.say(answer(answered));
            }
            out.write(telling.closing(pieces.text(), answered));
        } catch (ApiError error) {
            throw new Response.Refused(error.response(), telling.failure(error, pieces.hasBegun()));
        }
    }

    private CallResult play(Call call, AnswerFormat telling, AnswerText speech)
            throws InterruptedException {
        try {
            checkOptions(call, telling);
            var answered = calls.play(call, speech);
            if (answered.outcome().reason() != EndReason.COMPLETED) {
                throw ApiError.of(answered, speech.text());
            }
            checkAnswer(call, answered.outcome().answer());
            return answered;
        } catch (Problem problem) {
            throw ApiError.of(problem);
        }
    }

    /// What not every CLI can be told is refused by its name in the request.
    private void checkOptions(Call call, AnswerFormat telling) {
        var image = call.messages().stream().flatMap(said -> said.images().stream()).findFirst();
        if (call.schema().isEmpty() && image.isEmpty()) {
            return;
        }
        var taken = calls.taken(call);
        if (call.schema().isPresent() && !taken.schema()) {
            throw ApiError.unsupported(
                    telling.schemaParameter(),
                    taken.by() + " cannot be given a JSON schema for its answer.");
        }
        if (image.isPresent() && !taken.images()) {
            throw ApiError.unsupported(image.get().place(), taken.by() + " takes no images.");
        }
    }

    private static void checkAnswer(Call call, String answer) {
        if (call.schema().isPresent() && Json.parse(answer).isEmpty()) {
            throw ApiError.failed(
                    "The answer is no JSON, although a schema was asked for.", answer);
        }
    }

    private static String answer(CallResult answered) {
        var answer = answered.outcome().answer();
        return answer.isBlank() ? NOTHING_SAID : answer;
    }

    /// Writes the pieces; the opening goes out together with the first.
    private static final class Pieces {
        private final AnswerFormat telling;
        private final Response.EventWriter out;
        private final StringBuilder text = new StringBuilder();

        Pieces(AnswerFormat telling, Response.EventWriter out) {
            this.telling = telling;
            this.out = out;
        }

        boolean hasBegun() {
            return !text.isEmpty();
        }

        String text() {
            return text.toString();
        }

        void say(String piece) {
            var events = new ArrayList<ServerEvent>(hasBegun() ? List.of() : telling.opening());
            text.append(piece);
            events.add(telling.piece(piece));
            out.write(events);
        }
    }
}
