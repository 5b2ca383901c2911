package dev.parley.work.call;

import dev.parley.base.json.Json;
import dev.parley.event.ToolResult;
import dev.parley.tool.Tool;
import dev.parley.tool.ToolCall;
import dev.parley.tool.ToolRegistry;
import dev.parley.wire.ToolDefinition;
import dev.parley.wire.ToolDefinition.Effect;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Functions of a client as tools of one session. A name that is none for a tool gets another, by
/// which the agent knows the function; the client never sees it.
final class FunctionBox {
    private static final int LONGEST_PREFIX = 31;
    private static final int HASH_LETTERS = 8;

    /// Gets the calls, each on the thread of its caller.
    interface Listener {
        ToolResult called(ClientFunction function, ToolCall call) throws InterruptedException;
    }

    private final ToolRegistry registry = new ToolRegistry();
    private final Map<String, ClientFunction> byTool = new LinkedHashMap<>();

    FunctionBox(Functions functions, Listener listener) {
        // What it does to the world is the client's affair, and so is the order. Only calls of
        // tools that change nothing are made at once by every CLI that can.
        var effect = functions.parallel() ? Effect.READS : Effect.WRITES;
        for (var function : functions.list()) {
            var name = freeName(function.fullName());
            byTool.put(name, function);
            var definition =
                    new ToolDefinition(name, function.description(), function.schema(), effect);
            registry.registerForeign(new Forwarded(definition, function, listener));
        }
    }

    ToolRegistry registry() {
        return registry;
    }

    /// The tools in the order of the client.
    Map<String, ClientFunction> byTool() {
        return byTool;
    }

    private String freeName(String name) {
        var fitting = ToolRegistry.isForeignName(name) ? name : shortened(name);
        var free = fitting;
        for (var number = 2; byTool.containsKey(free); number++) {
            free = fitting.substring(0, Math.min(fitting.length(), LONGEST_PREFIX)) + "_" + number;
        }
        return free;
    }

    private static String shortened(String name) {
        var letters = "f_" + name.replaceAll("[^A-Za-z0-9_-]", "_");
        var start = Character.isLetter(name.charAt(0)) ? letters.substring(2) : letters;
        var prefix = start.substring(0, Math.min(start.length(), LONGEST_PREFIX));
        return prefix + "_" + hash(name).substring(0, HASH_LETTERS);
    }

    /// Another list of functions has another signature.
    static String signature(List<ClientFunction> functions) {
        if (functions.isEmpty()) {
            return "";
        }
        var all = Json.array();
        for (var function : functions) {
            all.addObject()
                    .put("name", function.fullName())
                    .put("description", function.description())
                    .set("schema", function.schema());
        }
        return hash(Json.write(all));
    }

    private static String hash(String text) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every Java has it
        }
    }

    private record Forwarded(ToolDefinition definition, ClientFunction function, Listener listener)
            implements Tool {
        @Override
        public ToolResult call(ToolCall call) throws InterruptedException {
            return listener.called(function, call);
        }
    }
}
