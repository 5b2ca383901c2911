package dev.parley.session;

import dev.parley.base.disk.DiskProblem;
import dev.parley.base.disk.PrivateFiles;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.provider.LiveTools;
import dev.parley.tool.ToolHost;

import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How tools get to agents that take them from an MCP server: the server, and what a CLI is told
/// beside it so that it uses our tools, and only ours, without asking. The user's own settings are
/// left alone.
///
/// @param directory where files for CLIs are written
public record ToolDelivery(ToolHost host, Path directory) {
    /// The arguments of a process whose session has tools.
    List<String> arguments(LiveTools tools) {
        var file = tools.findFile().map(this::write).map(Path::toString).orElse("");
        return tools.arguments().stream().map(part -> part.replace("{file}", file)).toList();
    }

    private Path write(LiveTools.SettingsFile wanted) {
        var file = directory.resolve(wanted.name());
        var content = (String.join("\n", wanted.lines()) + "\n").getBytes(StandardCharsets.UTF_8);
        try {
            if (!Files.exists(file) || !Arrays.equals(content, Files.readAllBytes(file))) {
                PrivateFiles.write(file, content);
            }
            return file;
        } catch (IOException e) {
            throw DiskProblem.of(
                    file,
                    e,
                    Problem.brokenConfiguration(
                            "The file " + file + " cannot be written: " + e.getMessage(),
                            "Make its directory writable for you."));
        }
    }

    /// Adds the variables of a process whose session has tools.
    static void addTo(Map<String, String> environment, LiveTools tools) {
        environment.putAll(tools.environment());
        tools.json()
                .forEach((name, members) ->
                        environment.merge(name, Json.write(members), ToolDelivery::joined));
    }

    /// Ours come last: in lists of rules the last one that fits counts. What is no JSON object is
    /// somebody's own, and stays.
    private static String joined(String there, String ours) {
        return Optional.of(there)
                .flatMap(Json::parseObject)
                .map(ObjectNode.class::cast)
                .map(object ->
                        Json.write(object.setAll((ObjectNode) Json.parse(ours).orElseThrow())))
                .orElse(there);
    }
}
