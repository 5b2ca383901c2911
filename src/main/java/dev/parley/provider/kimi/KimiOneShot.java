package dev.parley.provider.kimi;

import dev.parley.base.json.Json;
import dev.parley.event.Event;
import dev.parley.wire.Ending;
import dev.parley.wire.OneShotDialect;
import dev.parley.wire.OneShotStep;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// `kimi -p … --output-format stream-json`, and `kimi --print` of the older kimi-cli, which prints
/// the same messages without the `meta` lines around them. Kimi Code names its session in the last
/// line, which is there only if all went well; kimi-cli does so on standard error.
public final class KimiOneShot extends OneShotDialect {
    private static final Set<String> SHELLS = Set.of("Bash", "Shell");
    private static final Pattern EXIT_CODE =
            Pattern.compile("Command failed with exit code: (-?\\d+)\\.(?=</system>|\\s*$)");
    private static final Pattern NO_TOOL = Pattern.compile("Tool \"[^\"]*\" not found");
    private static final Pattern FAILURE =
            Pattern.compile(
                    "^error: failed to run prompt: (?:([a-z]+\\.[a-z_]+): )?(.+)$",
                    Pattern.MULTILINE);
    private static final Pattern DIRECTORY =
            Pattern.compile("^ *cd \"(.+)\" && kimi", Pattern.MULTILINE);
    private static final Pattern HINT =
            Pattern.compile("^To resume this session: kimi -r (\\S+)\\s*", Pattern.MULTILINE);

    private final Map<String, String> tools = new HashMap<>();
    private final List<String> noise = new ArrayList<>();
    private boolean hasStarted;
    private boolean hasMeta;
    private boolean hasAnswered;
    private boolean hasHint;

    public KimiOneShot(Optional<String> resumed) {
        super(resumed);
    }

    @Override
    protected OneShotStep hear(JsonNode message, String line) {
        return switch (message.path("role").asString("")) {
            case "meta" -> onMeta(message, line);
            case "assistant" -> started(null).and(onAssistant(message));
            case "tool" -> started(null).and(onTool(message));
            case String other -> OneShotStep.unrecognized(line, "message role " + other);
        };
    }

    /// kimi-cli prints what went wrong as plain text, broken into lines of 80 characters.
    @Override
    protected OneShotStep hearNoise(String line) {
        noise.add(line.strip());
        return super.hearNoise(line);
    }

    private OneShotStep onMeta(JsonNode message, String line) {
        hasMeta = true;
        return switch (message.path("type").asString("")) {
            case "system.version" -> started(message.path("version").asString(null));
            case "turn.step.retrying" -> OneShotStep.emit(retry(message));
            case "session.resume_hint" -> {
                hasHint = true;
                yield OneShotStep.NOTHING.inSession(message.path("session_id").asString(null));
            }
            case String other -> OneShotStep.unrecognized(line, "meta message " + other);
        };
    }

    private OneShotStep onAssistant(JsonNode message) {
        var events = new ArrayList<Event>();
        var content = message.path("content");
        if (content.isString()) {
            add(events, new Event.AssistantSaid(content.asString(""), null));
        }
        for (var part : content.values()) {
            switch (part.path("type").asString("")) {
                case "text" ->
                        add(events, new Event.AssistantSaid(part.path("text").asString(""), null));
                case "think" -> events.add(Event.Thought.whole(part.path("think").asString("")));
                case String other ->
                        events.add(
                                new Event.Unrecognized(part.toString(), "content type " + other));
            }
        }
        for (var call : message.path("tool_calls").values()) {
            events.add(called(call));
        }
        hasAnswered = !message.path("tool_calls").isArray();
        return OneShotStep.emit(events);
    }

    private OneShotStep onTool(JsonNode message) {
        var id = message.path("tool_call_id").asString("");
        var name = tools.get(id);
        var output = text(message.path("content"));
        var exit = EXIT_CODE.matcher(output);
        var exitCode =
                name != null && SHELLS.contains(name) && exit.find()
                        ? Integer.valueOf(exit.group(1))
                        : null;
        // There is no flag for a failure, only words.
        var isError =
                exitCode != null
                        || output.startsWith("<system>ERROR: ")
                        || NO_TOOL.matcher(output).matches();
        return OneShotStep.emit(new Event.ToolReturned(id, name, output, isError, exitCode));
    }

    @Override
    protected OneShotStep conclude(Ending ending) {
        var hint = HINT.matcher(ending.lastWords());
        return !hasMeta && hint.find()
                ? OneShotStep.NOTHING.inSession(hint.group(1))
                : OneShotStep.NOTHING;
    }

    @Override
    protected OneShotStep finish(Ending ending) {
        var isComplete = hasMeta ? hasHint : hasAnswered;
        return isComplete
                ? OneShotStep.NOTHING
                : OneShotStep.emit(
                        Event.Failed.fatal(
                                "Kimi ended before its answer was complete.", ENDED_EARLY));
    }

    @Override
    protected Event.Failed explain(Ending ending) {
        var words = ending.lastWords();
        var failure = FAILURE.matcher(words);
        if (!failure.find()) {
            var rest =
                    noise.isEmpty() ? HINT.matcher(words).replaceAll("") : String.join(" ", noise);
            return super.explain(new Ending(ending.exitCode(), rest));
        }
        var message = failure.group(2).strip();
        if (message.startsWith("Session \"") && message.endsWith("not found.")) {
            return Event.Failed.fatal(message, SESSION_NOT_FOUND);
        }
        var directory = DIRECTORY.matcher(words);
        if (message.contains("under a different directory") && directory.find()) {
            return Event.Failed.fatal(
                    message + " It can go on only in " + directory.group(1) + ".",
                    "wrong_directory");
        }
        return Event.Failed.fatal(
                message, failure.group(1) == null ? "exit_" + ending.exitCode() : failure.group(1));
    }

    private OneShotStep started(@Nullable String version) {
        if (hasStarted) {
            return OneShotStep.NOTHING;
        }
        hasStarted = true;
        return OneShotStep.emit(new Event.SessionStarted(null, null, version, List.of(), null));
    }

    private static Event retry(JsonNode message) {
        return Event.Failed.warning(
                "Attempt %d of %d failed (%s), next in %d ms"
                        .formatted(
                                message.path("failed_attempt").asInt(0),
                                message.path("max_attempts").asInt(0),
                                message.path("error_message").asString("unknown"),
                                message.path("delay_ms").asLong(0)),
                message.path("error_name").asString("retry"));
    }

    /// Arguments are JSON in a string, unless the model wrote something else.
    private Event called(JsonNode call) {
        var id = call.path("id").asString("");
        var name = call.path("function").path("name").asString("");
        var arguments = call.path("function").path("arguments").asString("");
        tools.put(id, name);
        return new Event.ToolCalled(
                id, name, Json.parse(arguments).orElseGet(() -> StringNode.valueOf(arguments)));
    }

    private static void add(List<Event> events, Event.AssistantSaid said) {
        if (!said.content().isBlank()) {
            events.add(said);
        }
    }

    private static String text(JsonNode content) {
        return content.isString()
                ? content.asString("")
                : content.valueStream()
                        .map(part -> part.path("text").asString(""))
                        .collect(Collectors.joining("\n"));
    }
}
