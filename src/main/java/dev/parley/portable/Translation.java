package dev.parley.portable;

import dev.parley.base.hash.Hash;
import dev.parley.base.json.Json;
import dev.parley.portable.Piece.Call;
import dev.parley.portable.Piece.Prompt;
import dev.parley.portable.Piece.Result;
import dev.parley.portable.Piece.Step;
import dev.parley.portable.Piece.Summary;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Puts pieces of one CLI's conversation into the words of another: tools by their names there,
/// results not longer than a model can use. What the other has no word for stays as it is.
public final class Translation {
    /// A result may have this many characters; of a longer one the beginning and the end stay.
    public static final int LONGEST_RESULT = 30_000;

    private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    private final ToolNames from;
    private final NativeFormat to;
    private final boolean isSame;
    private final Set<String> ids = new HashSet<>();

    /// @param isSame whether both are the same CLI, which knows its own words
    public Translation(ToolNames from, NativeFormat to, boolean isSame) {
        this.from = from;
        this.to = to;
        this.isSame = isSame;
    }

    public Prompt prompt(Prompt prompt) {
        return prompt.saying(to.prompt(clean(prompt.text())));
    }

    public Prompt prompt(Summary summary) {
        return new Prompt(summary.time(), to.prompt(clean(summary.text())), List.of());
    }

    public Step step(Step step) {
        return new Step(
                step.time(),
                to.keepsThinking() ? clean(step.thinking()) : "",
                clean(step.text()),
                step.calls().stream().map(this::call).toList());
    }

    private Call call(Call call) {
        var known =
                isSame ? Optional.<PlainCall>empty() : from.plain(call.name(), call.arguments());
        var named =
                known.map(to.tools()::named)
                        .orElseGet(() ->
                                new ToolNames.Native(name(call.name()), object(call.arguments())));
        return new Call(id(call.id()), named.name(), named.arguments(), result(call.result()));
    }

    private static Result result(Result result) {
        return new Result(
                result.time(), cut(clean(result.text())), result.isError(), result.exitCode());
    }

    /// APIs take no other names.
    private static String name(String name) {
        if (SAFE.matcher(name).matches()) {
            return name;
        }
        var safe = name.replaceAll("[^A-Za-z0-9_-]", "_");
        return safe.isEmpty() ? "tool" : safe.substring(0, Math.min(safe.length(), 64));
    }

    /// A call is found by its id, which must be there once only.
    private String id(String id) {
        var safe = SAFE.matcher(id).matches() ? id : "call_" + Hash.sha256(id).substring(0, 24);
        var once = safe;
        for (var again = 2; !ids.add(once); again++) {
            once = "call_" + Hash.sha256(safe + " " + again).substring(0, 24);
        }
        return once;
    }

    private static JsonNode object(JsonNode arguments) {
        return arguments instanceof ObjectNode ? arguments : Json.object().set("input", arguments);
    }

    /// Half a character cannot be written.
    private static String clean(String text) {
        if (text.chars().noneMatch(one -> Character.isSurrogate((char) one))) {
            return text;
        }
        var clean = new StringBuilder(text.length());
        text.codePoints()
                .map(one -> one >= 0xD800 && one <= 0xDFFF ? 0xFFFD : one)
                .forEach(clean::appendCodePoint);
        return clean.toString();
    }

    static String cut(String text) {
        if (text.length() <= LONGEST_RESULT) {
            return text;
        }
        var half = LONGEST_RESULT / 2;
        var head = Character.isHighSurrogate(text.charAt(half - 1)) ? half - 1 : half;
        var tail = text.length() - half;
        tail = Character.isLowSurrogate(text.charAt(tail)) ? tail + 1 : tail;
        return text.substring(0, head)
                + "\n[%d characters were left out here when this conversation was moved]\n"
                        .formatted(tail - head)
                + text.substring(tail);
    }
}
