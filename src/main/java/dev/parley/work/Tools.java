package dev.parley.work;

import dev.parley.api.ToolInfo;
import dev.parley.base.problem.Problem;
import dev.parley.config.ConfigFile;
import dev.parley.event.ToolResult;
import dev.parley.provider.Target;
import dev.parley.tool.ToolCall;
import dev.parley.tool.ToolCaller;
import dev.parley.tool.own.BrokenTool;
import dev.parley.tool.own.OwnTools;
import dev.parley.tool.own.ToolShelf;
import dev.parley.wire.ToolDefinition;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The tools that Parley offers to agents, as doors ask for them.
public final class Tools {
    /// A person at a keyboard does not wait longer for another one.
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final OwnTools tools;
    private final ConfigFile config;

    public Tools(OwnTools tools, ConfigFile config) {
        this.tools = tools;
        this.config = config;
    }

    /// A call, as it went.
    public record Trial(ToolResult result, Duration time) {}

    /// A directory as a client names it.
    public static Path directory(String absolute) {
        return Target.directory(absolute);
    }

    /// Those there are in a directory, by name, and then those that cannot be used.
    public List<ToolInfo> list(Path directory) {
        var place = Target.directory(directory);
        var shelf = tools.shelf(place);
        var usual = tools.usual(place);
        var all = new ArrayList<ToolInfo>();
        shelf.definitions().forEach(one -> all.add(info(shelf, one, usual)));
        shelf.broken().forEach(one -> all.add(info(one)));
        return all;
    }

    private static ToolInfo info(ToolShelf shelf, ToolDefinition tool, List<String> usual) {
        return new ToolInfo(
                tool.name(),
                shelf.groups().entrySet().stream()
                        .filter(group -> group.getValue().contains(tool.name()))
                        .map(Map.Entry::getKey)
                        .findFirst()
                        .orElse(null),
                tool.description(),
                tool.effect().name().toLowerCase(Locale.ROOT),
                tool.schema(),
                shelf.findFile(tool.name()).map(Path::toString).orElse(null),
                usual.contains(tool.name()),
                null);
    }

    private static ToolInfo info(BrokenTool broken) {
        return new ToolInfo(
                broken.name(),
                null,
                null,
                null,
                null,
                broken.file().toString(),
                false,
                broken.reason());
    }

    /// What a person should know about the settings for a directory, a sentence each.
    public List<String> notes(Path directory) {
        var place = Target.directory(directory);
        var notes = new ArrayList<String>();
        tools.unknownWords(place)
                .forEach(
                        word -> notes.add("config.json names \"" + word + "\", which is no tool."));
        tools.findUntrusted(place)
                .ifPresent(project ->
                        notes.add(
                                project
                                        + " has tools of its own, which are not used: nobody has said"
                                        + " that it can be trusted. Read them, then: parley tools"
                                        + " trust "
                                        + project));
        return notes;
    }

    /// @throws Problem when there is none, or it cannot be used
    public ToolInfo get(String name, Path directory) {
        var place = Target.directory(directory);
        tools.chosen(place, List.of(name)); // says what is wrong with it
        return list(place).stream()
                .filter(one -> one.problem() == null && one.name().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        Problem.invalid(
                                "\"" + name + "\" is a group of tools.",
                                "See what is in it with: parley tools list"));
    }

    /// Calls a tool as an agent would, arguments checked and all.
    public Trial test(String name, JsonNode arguments, Path directory) throws InterruptedException {
        var place = Target.directory(directory);
        get(name, place);
        var caller = new ToolCaller("parley", Optional.empty(), place);
        var began = System.nanoTime();
        var result =
                tools.shelf(place)
                        .registry()
                        .call(
                                name,
                                new ToolCall(
                                        caller, new ToolCall.Moment("", 0), arguments, PATIENCE));
        return new Trial(result, Duration.ofNanos(System.nanoTime() - began));
    }

    /// @return whether it was not trusted before
    public boolean trust(Path directory) {
        return config.trust(Target.directory(directory));
    }

    /// @return whether it was trusted before
    public boolean distrust(Path directory) {
        return config.distrust(directory.toAbsolutePath().normalize())
                || config.distrust(Target.directory(directory));
    }
}
