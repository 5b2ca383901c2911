package dev.parley.provider.acp;

import dev.parley.base.json.Json;
import dev.parley.base.json.JsonPath;
import dev.parley.event.Action;
import dev.parley.event.Event;
import dev.parley.event.Intent;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// One call of a tool, put together from what comes piece by piece: a title for people, a kind,
/// arguments, content, a result. Later updates bring only what changed.
final class AcpTool {
    /// How an agent that tells a command as a title says where it runs.
    private static final Pattern PLACE =
            Pattern.compile("\\[(?:current working directory|in) ([^\\]\n]+)]");

    private final String callId;
    private final String name;
    private final boolean isOurs;
    private final boolean hasGrowingArguments;
    private final boolean isTitleCommand;
    private String title = "";
    private String kind = "";
    private JsonNode rawInput = MissingNode.getInstance();
    private JsonNode ownInput = MissingNode.getInstance();
    private JsonNode askedInput = MissingNode.getInstance();
    private JsonNode rawOutput = MissingNode.getInstance();
    private JsonNode content = MissingNode.getInstance();
    private JsonNode locations = MissingNode.getInstance();
    private boolean hasArrived;
    private boolean isTold;
    private boolean isOver;
    private @Nullable String refusal;

    /// @param isOurs it is a tool of Parley
    /// @param isTitleCommand the title of a command to run is that command
    AcpTool(
            String callId,
            String name,
            boolean isOurs,
            boolean hasGrowingArguments,
            boolean isTitleCommand) {
        this.callId = callId;
        this.name = name;
        this.isOurs = isOurs;
        this.hasGrowingArguments = hasGrowingArguments;
        this.isTitleCommand = isTitleCommand;
    }

    String name() {
        return name;
    }

    boolean isOurs() {
        return isOurs;
    }

    /// Whether it may be this call that has arrived at a tool of ours. Where an agent runs several
    /// at once, their arguments tell them apart.
    boolean mayBe(Action.ToolReached call) {
        return isOurs
                && !hasArrived
                && !isOver
                && name.equals(call.tool())
                && (!rawInput.isObject() || rawInput.equals(call.arguments()));
    }

    void arrived(JsonNode arguments) {
        hasArrived = true;
        if (!isTold) {
            rawInput = arguments;
        }
    }

    boolean isOpen() {
        return isTold && !isOver;
    }

    /// Takes over what an update says about the call.
    void hear(JsonNode update) {
        if (isArguments(update.path("rawInput"))) {
            ownInput = update.path("rawInput");
        }
        take(update);
    }

    /// Takes over what a request for permission says about it.
    void hearQuestion(JsonNode call) {
        askedInput = call.path("rawInput");
        take(call);
    }

    /// OpenCode tells the directory of a command before it knows the command.
    private static boolean isArguments(JsonNode input) {
        return input.isObject()
                && input.propertyNames().stream().anyMatch(name -> !name.equals("cwd"));
    }

    private void take(JsonNode update) {
        keepWritten();
        title = update.path("title").asString(title);
        kind = update.path("kind").asString(kind);
        // OpenCode asks for permission with another input than the tool has; the first one stays.
        if (!isTold && update.path("rawInput").isObject() && !update.path("rawInput").isEmpty()) {
            rawInput = update.path("rawInput");
        }
        rawOutput = newer(rawOutput, update.path("rawOutput"));
        locations = newer(locations, update.path("locations"));
        content = newer(content, update.path("content"));
    }

    private static JsonNode newer(JsonNode old, JsonNode next) {
        return next.isMissingNode() || next.isNull() ? old : next;
    }

    /// An agent whose arguments grow shows a call as running while they do; what a tool of ours was
    /// called with is known when the call arrives.
    boolean areArgumentsKnown() {
        return !(hasGrowingArguments || isOurs) || rawInput.isObject();
    }

    /// The call, the first time.
    Stream<Event> call() {
        if (isTold) {
            return Stream.empty();
        }
        isTold = true;
        return Stream.of(new Event.ToolCalled(callId, name, arguments()));
    }

    Stream<Event> returned(boolean hasFailed) {
        if (isOver) {
            return Stream.empty();
        }
        isOver = true;
        var exit = exitCode();
        var returned =
                new Event.ToolReturned(
                        callId, name, output(), hasFailed || (exit != null && exit != 0), exit);
        forgetContent();
        return Stream.of(returned);
    }

    /// About how many characters it keeps.
    long weight() {
        return Json.weight(rawInput) + Json.weight(rawOutput) + Json.weight(content);
    }

    /// A turn may have very many calls, and all are known until it ends.
    private void forgetContent() {
        rawInput = MissingNode.getInstance();
        rawOutput = MissingNode.getInstance();
        content = MissingNode.getInstance();
    }

    void refuse(String why) {
        refusal = why;
    }

    boolean isRefused() {
        return refusal != null;
    }

    /// For a call the agent says nothing more about.
    Stream<Event> abandon(String why) {
        isOver = true;
        forgetContent();
        return Stream.of(
                new Event.ToolReturned(callId, name, refusal == null ? why : refusal, true, null));
    }

    /// What a person is asked to permit.
    String description() {
        var said = texts();
        if (said.isEmpty() || isArguments(said)) {
            return title.isEmpty() ? name : title;
        }
        return title.isEmpty() || title.equals(name) ? said : title + "\n" + said;
    }

    /// What a person is asked to permit, as exactly as it is known by now: the arguments of the
    /// tool and those of the question, which may say more or come first.
    JsonNode question() {
        var json = Json.object();
        if (ownInput.isObject() || isArguments(askedInput)) {
            for (var input : List.of(ownInput, askedInput)) {
                input.properties().forEach(each -> json.set(each.getKey(), each.getValue()));
            }
        } else {
            json.setAll((ObjectNode) arguments());
        }
        // Some agents give no object; it is what would be done all the same.
        if (isValue(askedInput)) {
            json.set("input", askedInput);
        }
        // Where a command runs is no file that it touches.
        if (!json.has("command")) {
            addPlaces(json);
        }
        if (kind.equals("delete")
                || kind.equals("move")
                || (kind.equals("execute") && !json.has("command"))) {
            json.put("kind", kind);
        }
        return json;
    }

    private static boolean isValue(JsonNode input) {
        return input.isString() || (input.isArray() && !input.isEmpty());
    }

    /// The files that the agent names beside its arguments.
    private void addPlaces(ObjectNode json) {
        var known = Intent.fileNames(json);
        var more = new LinkedHashSet<String>();
        Stream.concat(locations.valueStream(), content.valueStream())
                .map(each -> each.path("path").asString(""))
                .filter(path -> !path.isEmpty() && !known.contains(path))
                .forEach(more::add);
        if (!more.isEmpty()) {
            var files = json.putArray("files");
            more.forEach(files::add);
        }
    }

    /// The arguments as the agent gave them, or what else is known about the call.
    JsonNode arguments() {
        keepWritten();
        if (rawInput.isObject()) {
            return rawInput;
        }
        var json = Json.object();
        if (!title.isEmpty()) {
            var isCommand = isTitleCommand && kind.equals("execute");
            json.put(isCommand ? "command" : "title", title);
            var place = PLACE.matcher(texts());
            if (isCommand && place.lookingAt()) {
                json.put("cwd", place.group(1));
            }
        }
        JsonPath.text(locations, "[0].path").ifPresent(path -> json.put("path", path));
        if (locations.size() > 1) {
            json.set("locations", locations);
        }
        var changes =
                content.valueStream()
                        .filter(block -> block.path("type").asString("").equals("diff"))
                        .toList();
        if (!changes.isEmpty()) {
            json.putArray("changes").addAll(changes);
        }
        return json;
    }

    /// Arguments that are whole stay, whatever text takes their place.
    private void keepWritten() {
        if (hasGrowingArguments && !rawInput.isObject()) {
            Json.parseObject(texts()).ifPresent(written -> rawInput = written);
        }
    }

    private boolean isArguments(String said) {
        return hasGrowingArguments && Json.parseObject(said).isPresent();
    }

    private String output() {
        return Stream.of(
                        Optional.of(rawOutput).filter(JsonNode::isString).map(JsonNode::asString),
                        JsonPath.text(rawOutput, "output"),
                        JsonPath.text(rawOutput, "error"),
                        Optional.of(texts()),
                        JsonPath.text(rawOutput, "text"))
                .flatMap(Optional::stream)
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse("");
    }

    private @Nullable Integer exitCode() {
        return Stream.of("exitCode", "metadata.exit")
                .map(place -> JsonPath.of(place).in(rawOutput))
                .filter(code -> code.isIntegralNumber() && code.canConvertToInt())
                .map(JsonNode::asInt)
                .findFirst()
                .orElse(null);
    }

    private String texts() {
        return content.valueStream()
                .filter(block -> block.path("type").asString("").equals("content"))
                .map(block -> block.path("content").path("text").asString(""))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("\n"));
    }
}
