package dev.parley.wire;

import dev.parley.base.json.Json;
import dev.parley.event.Action;
import dev.parley.event.Event;

import tools.jackson.databind.JsonNode;

import java.util.Optional;

/// The shared half of the dialects that read a CLI's one-shot output: the prompt went in with the
/// command, so there is nothing to say; every line is one JSON object, unless a dialect reads plain
/// text; a resumed session must be the one that was asked for; and a run is only well if the CLI
/// said so before it ended.
public abstract class OneShotDialect implements Dialect {
    /// The code of the failure that a session to resume is not there.
    public static final String SESSION_NOT_FOUND = "session_not_found";

    private static final int LONG = 8 * 1024;

    /// The code of the failure that a CLI ended, with exit code 0, before its answer was complete.
    public static final String ENDED_EARLY = "ended_early";

    private final Optional<String> resumed;
    private boolean failed;
    private boolean isCut; // the last line is the beginning of a message

    /// @param resumed the native session this run goes on with
    protected OneShotDialect(Optional<String> resumed) {
        this.resumed = resumed;
    }

    protected final boolean isResumed() {
        return resumed.isPresent();
    }

    @Override
    public final Step open() {
        return Step.NOTHING;
    }

    @Override
    public final Step say(Action action) {
        throw new IllegalStateException("A one-shot run takes no further actions: " + action);
    }

    @Override
    public final Step hear(String line) {
        return checked(hearLine(line));
    }

    /// One line as it came. Overridden only for CLIs that print no JSON.
    protected Step hearLine(String line) {
        if (line.isBlank()) {
            return Step.NOTHING;
        }
        var message = Json.parseObject(line);
        isCut = message.isEmpty() && line.startsWith("{\"");
        if (isCut && line.length() > LONG) {
            return hearCut(line); // nobody wants to read that
        }
        return message.map(json -> hear(json, line)).orElseGet(() -> hearNoise(line));
    }

    /// The beginning of a long message.
    protected Step hearCut(String line) {
        return Step.NOTHING;
    }

    /// One message of the CLI; `line` is its text, for what the dialect does not know.
    protected abstract Step hear(JsonNode message, String line);

    /// A line that is no JSON object.
    protected Step hearNoise(String line) {
        return Step.unrecognized(line, "not a JSON object");
    }

    @Override
    public final Step end(Ending ending) {
        var rest = conclude(ending);
        if (failed) {
            return rest;
        }
        return checked(
                rest.and(
                        ending.exitCode() == 0
                                ? withCut(finish(ending))
                                : Step.emit(explain(ending))));
    }

    private Step withCut(Step step) {
        return Step.emit(step.events().stream().map(this::withCut).toList());
    }

    private Event withCut(Event event) {
        return isCut && event instanceof Event.Failed failure && !failure.recoverable()
                ? Event.Failed.fatal(
                        failure.message()
                                + " The end of its output is missing: it did not wait until all was taken.",
                        String.valueOf(failure.code()))
                : event;
    }

    /// What is left to tell however the run ended, such as tokens that were counted on the way.
    protected Step conclude(Ending ending) {
        return Step.NOTHING;
    }

    /// Called when the CLI ended with exit code 0 and had reported no failure. Several do so after
    /// one.
    protected Step finish(Ending ending) {
        return Step.NOTHING;
    }

    /// What to say of a non-zero exit nobody explained on standard output: the end of standard
    /// error.
    protected Event.Failed explain(Ending ending) {
        var words = ending.lastWords().strip();
        return Event.Failed.fatal(
                words.isEmpty() ? "The CLI ended with exit code " + ending.exitCode() + "." : words,
                "exit_" + ending.exitCode());
    }

    private Step checked(Step step) {
        var result = step;
        if (step.nativeId() != null
                && resumed.isPresent()
                && !step.nativeId().equals(resumed.get())) {
            // Some CLIs answer an id they do not know with a new, empty session and exit code 0.
            result =
                    Step.emit(
                            Event.Failed.fatal(
                                    "There is no session "
                                            + resumed.get()
                                            + ": the CLI started a new one, "
                                            + step.nativeId()
                                            + ", instead.",
                                    SESSION_NOT_FOUND));
        }
        failed |=
                result.events().stream()
                        .anyMatch(event ->
                                event instanceof Event.Failed failure && !failure.recoverable());
        return result;
    }
}
