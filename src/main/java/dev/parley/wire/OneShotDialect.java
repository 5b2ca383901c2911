package dev.parley.wire;

import dev.parley.base.json.Json;
import dev.parley.event.Event;

import tools.jackson.databind.JsonNode;

import java.util.Optional;

/// The state machine that reads the one-shot output of a CLI: lines come in, events go out. The
/// prompt went in with the command, so there is nothing to say. Every line is one JSON object,
/// unless a dialect reads plain text; a resumed session must be the one that was asked for; and a
/// run is only well if the CLI said so before it ended. Does no I/O and knows no clock, so a
/// recorded run is enough to test it. One thread owns it.
public abstract class OneShotDialect {
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

    /// One line of the CLI's standard output, without its line end.
    public final OneShotStep hear(String line) {
        return checked(hearLine(line));
    }

    /// One line as it came. Overridden only for CLIs that print no JSON.
    protected OneShotStep hearLine(String line) {
        if (line.isBlank()) {
            return OneShotStep.NOTHING;
        }
        var message = Json.parseObject(line);
        isCut = message.isEmpty() && line.startsWith("{\"");
        if (isCut && line.length() > LONG) {
            return hearCut(line); // nobody wants to read that
        }
        return message.map(json -> hear(json, line)).orElseGet(() -> hearNoise(line));
    }

    /// The beginning of a long message.
    protected OneShotStep hearCut(String line) {
        return OneShotStep.NOTHING;
    }

    /// One message of the CLI; `line` is its text, for what the dialect does not know.
    protected abstract OneShotStep hear(JsonNode message, String line);

    /// A line that is no JSON object.
    protected OneShotStep hearNoise(String line) {
        return OneShotStep.unrecognized(line, "not a JSON object");
    }

    /// The CLI is gone: what is left to report. Called once, after the last line.
    public final OneShotStep end(Ending ending) {
        var rest = conclude(ending);
        if (failed) {
            return rest;
        }
        return checked(
                rest.and(
                        ending.exitCode() == 0
                                ? withCut(finish(ending))
                                : OneShotStep.emit(explain(ending))));
    }

    private OneShotStep withCut(OneShotStep step) {
        return OneShotStep.emit(step.events().stream().map(this::withCut).toList());
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
    protected OneShotStep conclude(Ending ending) {
        return OneShotStep.NOTHING;
    }

    /// Called when the CLI ended with exit code 0 and had reported no failure. Several do so after
    /// one.
    protected OneShotStep finish(Ending ending) {
        return OneShotStep.NOTHING;
    }

    /// What to say of a non-zero exit nobody explained on standard output: the end of standard
    /// error.
    protected Event.Failed explain(Ending ending) {
        var words = ending.lastWords().strip();
        return Event.Failed.fatal(
                words.isEmpty() ? "The CLI ended with exit code " + ending.exitCode() + "." : words,
                "exit_" + ending.exitCode());
    }

    private OneShotStep checked(OneShotStep step) {
        var result = step;
        if (step.nativeId() != null
                && resumed.isPresent()
                && !step.nativeId().equals(resumed.get())) {
            // Some CLIs answer an id they do not know with a new, empty session and exit code 0.
            result =
                    OneShotStep.emit(
                            Event.Failed.fatal(
                                    "There is no session %s: the CLI started a new one, %s, instead."
                                            .formatted(resumed.get(), step.nativeId()),
                                    SESSION_NOT_FOUND));
        }
        failed |=
                result.events().stream()
                        .anyMatch(event ->
                                event instanceof Event.Failed failure && !failure.recoverable());
        return result;
    }
}
