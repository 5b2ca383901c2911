package dev.parley.tool.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.base.json.Json;
import dev.parley.process.Self;
import dev.parley.wire.JsonRpc;

import tools.jackson.databind.JsonNode;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;

/// An MCP server that is a process of its own. `echo` repeats its text with the value of `SECRET`,
/// `die` ends the process, `hold` never answers, `Odd.Name` has a name that no CLI takes.
public final class SmallServer {
    private SmallServer() {}

    /// The command that runs it.
    public static List<String> command() {
        var java = Self.command().getFirst();
        return new ArrayList<>(
                List.of(
                        java,
                        "-Xlog:disable",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SmallServer.class.getName()));
    }

    public static void main(String[] args) throws Exception {
        var in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        System.out.println("a line that is no message");
        for (var line = in.readLine(); line != null; line = in.readLine()) {
            if (JsonRpc.parse(line) instanceof JsonRpc.Request(var id, var method, var params)) {
                var result = answer(method, params);
                if (result != null) {
                    System.out.println(new JsonRpc.Response(id, result).line());
                    System.out.flush();
                }
            }
        }
    }

    static JsonNode answer(String method, JsonNode params) {
        return switch (method) {
            case "initialize" ->
                    Json.parse(
                                    "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"small\",\"version\":\"1\"}}")
                            .orElseThrow();
            case "tools/list" ->
                    params.has("cursor") ? tools("hold", "Odd.Name") : page(tools("echo", "die"));
            case "tools/call" -> called(params);
            default -> Json.object();
        };
    }

    private static JsonNode page(JsonNode first) {
        return ((tools.jackson.databind.node.ObjectNode) first).put("nextCursor", "2");
    }

    private static JsonNode tools(String... names) {
        var result = Json.object();
        var list = result.putArray("tools");
        for (var name : names) {
            var tool = list.addObject().put("name", name).put("description", "It is " + name);
            tool.putObject("inputSchema")
                    .put("type", "object")
                    .putObject("properties")
                    .putObject("text")
                    .put("type", "string");
            tool.putObject("annotations").put("readOnlyHint", name.equals("echo"));
        }
        return result;
    }

    private static JsonNode called(JsonNode params) {
        var text = params.at("/arguments/text").asString("");
        return switch (params.path("name").asString("")) {
            case "die" -> {
                System.exit(7);
                yield null;
            }
            case "hold" -> null;
            default -> {
                var result = Json.object();
                result.putArray("content")
                        .addObject()
                        .put("type", "text")
                        .put("text", "You said " + text + ", " + System.getenv("SECRET"));
                yield result;
            }
        };
    }
}
