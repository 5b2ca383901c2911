package dev.parley.door.openai;

import dev.parley.base.problem.Problem;
import dev.parley.door.http.Response;
import dev.parley.door.http.Response.ServerEvent;
import dev.parley.event.EndReason;
import dev.parley.work.CallRefused;
import dev.parley.work.call.AnswerText;
import dev.parley.work.call.Call;
import dev.parley.work.call.CallResult;
import dev.parley.work.call.Calls;
import dev.parley.work.call.StopListening;
import dev.parley.work.room.RoomCalls;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Lets an agent answer a call and sends the answer, whole or as it comes. What fails before a word
/// was sent is answered with the status of the failure.
public final class Answers {
    private static final String NOTHING_SAID = "No output from CLI.";

    private final Calls calls;
    private final RoomCalls rooms;
    private final Duration keepAlive;

    /// @param keepAlive how often a silent stream gets a comment: OpenAI's clients skip those, and
    ///   proxies take them for life
    public Answers(Calls calls, RoomCalls rooms, Duration keepAlive) {
        this.calls = calls;
        this.rooms = rooms;
        this.keepAlive = keepAlive;
    }

    /// How an answer is wanted.
    ///
    /// @param stops where it ends
    record Wish(Call call, boolean stream, List<String> stops, AnswerFormat format) {
        /// It is checked as a whole: what the agent says on its way is not part of it.
        boolean isJson() {
            return call.form().schema().isPresent() || call.form().isJson();
        }
    }

    Response answer(Wish wish) {
        if (wish.isJson() && !wish.stops().isEmpty()) {
            throw ApiError.unsupported("stop", "An answer in JSON cannot be cut; leave it out.");
        }
        return wish.stream()
                ? new Response.Events(out -> stream(wish, out), keepAlive)
                : new Response.Awaited(() -> whole(wish));
    }

    private Response.Whole whole(Wish wish) throws InterruptedException {
        try {
            var said = new StopSequences(wish.stops(), _ -> {});
            var result = play(wish, said);
            var answer =
                    said.isReached() || !result.functionCalls().isEmpty()
                            ? said.text()
                            : answer(result);
            return Response.json(wish.format().whole(answer, result));
        } catch (ApiError error) {
            return error.response();
        }
    }

    private void stream(Wish wish, Response.EventWriter out) throws InterruptedException {
        var format = wish.format();
        var pieces = new Pieces(format, out);
        try {
            var said = new StopSequences(wish.stops(), wish.isJson() ? _ -> {} : pieces::write);
            var result = play(wish, said);
            if (pieces.text().isEmpty() && result.functionCalls().isEmpty() && !said.isReached()) {
                pieces.write(answer(result));
            }
            pieces.begin();
            out.write(format.closing(pieces.text(), result));
        } catch (ApiError error) {
            throw new Response.Refused(error.response(), format.failure(error, pieces.hasBegun()));
        }
    }

    private CallResult play(Wish wish, StopSequences said) throws InterruptedException {
        var text = new AnswerText(said);
        try {
            var result =
                    RoomCalls.isFor(wish.call().model())
                            ? calls.counted(wish.call().key(), () -> rooms.play(wish.call(), text))
                            : calls.play(wish.call(), text);
            if (said.isReached()) {
                return CallResult.saying(said.text());
            }
            said.finish();
            if (result.outcome().reason() != EndReason.COMPLETED) {
                throw ApiError.of(result, text.text());
            }
            return result;
        } catch (StopListening _) {
            return CallResult.saying(said.text());
        } catch (CallRefused refused) {
            throw refusal(refused, wish);
        } catch (Problem problem) {
            throw ApiError.of(problem);
        }
    }

    /// What not every CLI takes is refused by its name in the request.
    private static ApiError refusal(CallRefused refused, Wish wish) {
        return switch (refused.reason()) {
            case NO_SCHEMA ->
                    ApiError.unsupported(wish.format().schemaParameter(), refused.message());
            case NO_IMAGES ->
                    ApiError.unsupported(
                            wish.call().images().getFirst().place(), refused.message());
            case NO_FUNCTIONS ->
                    ApiError.unsupported("tools", refused.message() + " " + refused.remedy());
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
        private boolean hasBegun;

        Pieces(AnswerFormat format, Response.EventWriter out) {
            this.format = format;
            this.out = out;
        }

        boolean hasBegun() {
            return hasBegun;
        }

        String text() {
            return text.toString();
        }

        void begin() {
            if (!hasBegun) {
                hasBegun = true;
                out.write(format.opening());
            }
        }

        void write(String piece) {
            var events = new ArrayList<ServerEvent>(hasBegun ? List.of() : format.opening());
            hasBegun = true;
            text.append(piece);
            events.addAll(format.piece(piece));
            out.write(events);
        }
    }
}
