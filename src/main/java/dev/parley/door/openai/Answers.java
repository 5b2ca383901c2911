package dev.parley.door.openai;

import dev.parley.base.problem.Problem;
import dev.parley.door.http.Response;
import dev.parley.door.http.Response.ServerEvent;
import dev.parley.event.EndReason;
import dev.parley.work.AnswerText;
import dev.parley.work.Call;
import dev.parley.work.CallRefused;
import dev.parley.work.CallResult;
import dev.parley.work.Calls;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Lets an agent answer a call and sends the answer, whole or as it comes. What fails before a word
/// was sent is answered with the status of the failure.
public final class Answers {
    private static final String NOTHING_SAID = "No output from CLI.";

    private final Calls calls;
    private final Duration keepAlive;

    /// @param keepAlive how often a silent stream gets a comment: OpenAI's clients skip those, and
    ///   proxies take them for life
    public Answers(Calls calls, Duration keepAlive) {
        this.calls = calls;
        this.keepAlive = keepAlive;
    }

    Response answer(Call call, boolean stream, AnswerFormat format) {
        return stream
                ? new Response.Events(out -> stream(call, format, out), keepAlive)
                : new Response.Awaited(() -> whole(call, format));
    }

    private Response.Whole whole(Call call, AnswerFormat format) throws InterruptedException {
        try {
            var result = play(call, format, new AnswerText(_ -> {}));
            return Response.json(format.whole(answer(result), result));
        } catch (ApiError error) {
            return error.response();
        }
    }

    private void stream(Call call, AnswerFormat format, Response.EventWriter out)
            throws InterruptedException {
        var pieces = new Pieces(format, out);
        try {
            // An answer with a schema is one JSON text; what the agent says on its way is not.
            var text = new AnswerText(call.schema().isEmpty() ? pieces::write : _ -> {});
            var result = play(call, format, text);
            if (!pieces.hasBegun()) {
                pieces.write(answer(result));
            }
            out.write(format.closing(pieces.text(), result));
        } catch (ApiError error) {
            throw new Response.Refused(error.response(), format.failure(error, pieces.hasBegun()));
        }
    }

    private CallResult play(Call call, AnswerFormat format, AnswerText text)
            throws InterruptedException {
        try {
            var result = calls.play(call, text);
            if (result.outcome().reason() != EndReason.COMPLETED) {
                throw ApiError.of(result, text.text());
            }
            return result;
        } catch (CallRefused refused) {
            throw refusal(refused, call, format);
        } catch (Problem problem) {
            throw ApiError.of(problem);
        }
    }

    /// What not every CLI takes is refused by its name in the request.
    private static ApiError refusal(CallRefused refused, Call call, AnswerFormat format) {
        return switch (refused.reason()) {
            case NO_SCHEMA -> ApiError.unsupported(format.schemaParameter(), refused.message());
            case NO_IMAGES ->
                    ApiError.unsupported(call.images().getFirst().place(), refused.message());
            case UNKNOWN_MODEL, FORGOTTEN, TOO_MANY -> ApiError.of(refused);
        };
    }

    private static String answer(CallResult result) {
        var answer = result.outcome().answer();
        return answer.isBlank() ? NOTHING_SAID : answer;
    }

    /// Writes the pieces; the opening goes out together with the first.
    private static final class Pieces {
        private final AnswerFormat format;
        private final Response.EventWriter out;
        private final StringBuilder text = new StringBuilder();

        Pieces(AnswerFormat format, Response.EventWriter out) {
            this.format = format;
            this.out = out;
        }

        boolean hasBegun() {
            return !text.isEmpty();
        }

        String text() {
            return text.toString();
        }

        void write(String piece) {
            var events = new ArrayList<ServerEvent>(hasBegun() ? List.of() : format.opening());
            text.append(piece);
            events.add(format.piece(piece));
            out.write(events);
        }
    }
}
