package dev.parley.testing;

import dev.parley.base.json.Json;
import dev.parley.event.Action;
import dev.parley.event.Event;
import dev.parley.event.EventJson;
import dev.parley.event.Permission;
import dev.parley.event.ToolResult;
import dev.parley.wire.Ending;
import dev.parley.wire.Happening;
import dev.parley.wire.LiveDialect;
import dev.parley.wire.LiveStep;
import dev.parley.wire.OfferedTools;
import dev.parley.wire.Opening;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// A recorded live connection with a CLI. The first character of a line says what it is:
///
/// - `#` a remark: which CLI and version, when it was recorded, what it shows
/// - `!` what we ask: `! open`, `! join c1 {"cwd":"/repo","resume":"…"}`, `! leave c1`, and the
///   actions `! c1 prompt t1 some text`, `! c1 image t1 image/png <data> some text`, `! c1 steer
///   …`, `! c1 interrupt`, `! c1 allow|allow-for-session|deny <requestId> {"reason":…,"input":…}`,
///   `! c1 model <name>`, `! c1 mode <permission> {settings}`, `! c1 answer <callId>
///   {"text":…,"structured":…,"isError":…}`
/// - `>` a line we write
/// - `<` a line the agent writes
/// - `x` its end: `x {"exitCode":1,"lastWords":"…"}`
/// - `@` a conversation has begun, or not: `@ c1 joined <nativeId> <model>`, `@ c1 ready`, `@ c1
///   refused …`
/// - `=` an event we publish: `= c1 {…}`
/// - `$` a tool of ours is called: `$ c1 asked <callId> <tool> {arguments}`, or nobody waits for
///   its answer any more: `$ c1 dropped <callId>`. What is offered is in the opening: `"tools":
///   {"namespace":…,"definitions":[…],"server":{"address":…,"headers":{…}}}`
/// - `?` a line that nobody claims, with the reason
///
/// Replaying takes `#`, `!`, `<` and `x` and writes the rest anew: a good dialect makes the same
/// file again. `mvn test -Dgolden=update` overwrites the files with what came out; the diff is the
/// review.
public record LiveTranscript(Path file, String text) {
    /// All recorded live connections with one provider: `provider/<id>/live/*.transcript`.
    public static List<LiveTranscript> of(String provider) {
        return Recordings.in(Path.of(provider, "live"), LiveTranscript::new);
    }

    /// The same conversation, as a fresh dialect understands it.
    public LiveTranscript replayWith(Supplier<? extends LiveDialect> newDialect) {
        var dialect = newDialect.get();
        var out = new ArrayList<String>();
        for (var line : text.lines().toList()) {
            var mark = line.isEmpty() ? ' ' : line.charAt(0);
            var rest = line.length() > 2 ? line.substring(2) : "";
            switch (mark) {
                case '#' -> out.add(line);
                case '!' -> {
                    out.add(line);
                    tell(ask(dialect, rest), out);
                }
                case '<' -> {
                    out.add(line);
                    tell(dialect.hear(rest), out);
                }
                case 'x' -> {
                    out.add(line);
                    tell(dialect.end(Json.read(json(rest), Ending.class)), out);
                }
                case '>', '@', '=', '$', '?' -> {}
                default -> throw new IllegalArgumentException(file + ": cannot read " + line);
            }
        }
        return new LiveTranscript(file, String.join("\n", out) + "\n");
    }

    /// The events in the file, of all conversations.
    public List<Event> events() {
        return text.lines()
                .filter(line -> line.startsWith("= "))
                .map(line -> line.substring(line.indexOf('{')))
                .map(text -> EventJson.readEvent(json(text)))
                .toList();
    }

    /// Compares, or with `-Dgolden=update` overwrites.
    public boolean isUpdating() {
        return Recordings.areUpdated();
    }

    public void save() {
        Recordings.save(file, text);
    }

    @Override
    public String toString() {
        return file.getFileName().toString();
    }

    private LiveStep ask(LiveDialect dialect, String what) {
        var words = what.split(" ", 3);
        return switch (words[0]) {
            case "open" -> dialect.open();
            case "join" -> dialect.join(words[1], opening(json(words[2])));
            case "leave" -> dialect.leave(words[1]);
            case String conversation ->
                    dialect.say(conversation, action(words[1], words.length > 2 ? words[2] : ""));
        };
    }

    private Action.ForAgent action(String kind, String rest) {
        var words = rest.split(" ", 2);
        var second = words.length > 1 ? words[1] : "";
        return switch (kind) {
            case "prompt" -> Action.Prompt.of(words[0], second);
            case "image" -> {
                var parts = rest.split(" ", 4);
                var image = new Action.Image(parts[1], parts[2]);
                yield new Action.Prompt(parts[0], parts[3], List.of(image));
            }
            case "steer" -> Action.Steer.of(rest);
            case "interrupt" -> new Action.Interrupt();
            case "allow" -> decide(Action.Decision.ALLOW, words[0], second);
            case "allow-for-session" -> decide(Action.Decision.ALLOW_FOR_SESSION, words[0], second);
            case "deny" -> decide(Action.Decision.DENY, words[0], second);
            case "model" -> new Action.SwitchModel(rest);
            case "answer" -> new Action.AnswerTool(words[0], result(json(second)));
            case "mode" ->
                    new Action.SwitchMode(Permission.named(words[0]), settings(json(second)));
            default -> throw new IllegalArgumentException(file + ": no action " + kind);
        };
    }

    private static ToolResult result(JsonNode json) {
        return new ToolResult(
                json.path("text").asString(""),
                json.get("structured"),
                json.path("isError").asBoolean(false));
    }

    private static Action.ForAgent decide(
            Action.Decision decision, String request, String details) {
        var json = details.isBlank() ? Json.object() : json(details);
        return new Action.Decide(
                request, decision, json.path("reason").asString(null), json.get("input"));
    }

    private static Opening opening(JsonNode json) {
        return new Opening(
                Path.of(json.path("cwd").asString()),
                Optional.ofNullable(json.path("resume").asString(null)),
                Optional.ofNullable(json.path("model").asString(null)),
                Optional.ofNullable(json.path("system").asString(null)),
                json.path("directories")
                        .valueStream()
                        .map(each -> Path.of(each.asString()))
                        .toList(),
                settings(json.path("settings")),
                json.has("tools")
                        ? Json.read(json.path("tools"), OfferedTools.class)
                        : OfferedTools.NONE);
    }

    private static Map<String, String> settings(JsonNode json) {
        var settings = new java.util.LinkedHashMap<String, String>();
        json.properties().forEach(each -> settings.put(each.getKey(), each.getValue().asString()));
        return settings;
    }

    private static JsonNode json(String text) {
        return Json.parse(text).orElseThrow(() -> new IllegalArgumentException("No JSON: " + text));
    }

    private static void tell(LiveStep step, List<String> out) {
        step.lines().forEach(line -> out.add("> " + line));
        for (var happening : step.happenings()) {
            if (happening instanceof Happening.Offered) {
                continue; // a catalog, no part of the conversation
            }
            out.add(
                    switch (happening) {
                        case Happening.Joined(var who, var id, var model) ->
                                "@ " + who + " joined " + id + (model == null ? "" : " " + model);
                        case Happening.Ready(var who) -> "@ " + who + " ready";
                        case Happening.Refused(var who, var why, var message) ->
                                "@ " + who + " refused " + why + " " + message;
                        case Happening.Said(var who, var event) ->
                                "= " + who + " " + Json.write(EventJson.writeEvent(event));
                        case Happening.ToolAsked(var who, var call, var tool, var arguments) ->
                                "$ %s asked %s %s %s"
                                        .formatted(who, call, tool, Json.write(arguments));
                        case Happening.ToolDropped(var who, var call) ->
                                "$ " + who + " dropped " + call;
                        case Happening.Offered offered -> "@ offered " + offered.offer();
                        case Happening.Unclaimed(_, var reason) -> "? " + reason;
                    });
        }
    }
}
