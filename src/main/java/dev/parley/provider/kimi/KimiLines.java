package dev.parley.provider.kimi;

import dev.parley.base.json.Json;
import dev.parley.base.json.JsonPath;
import dev.parley.event.Event;
import dev.parley.event.Usage;
import dev.parley.sessionfile.Branches;
import dev.parley.sessionfile.Kept;
import dev.parley.sessionfile.LineReader;
import dev.parley.sessionfile.SessionBuilder;
import dev.parley.sessionfile.scan.Line;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.regex.Pattern;

/// The lines of an agent of Kimi Code. What happens is told by loop events; lines with
/// `"kind":"event"` repeat the messages and are left out. Sessions taken over from the older
/// program hold their messages whole instead.
final class KimiLines extends LineReader {
    /// What a subagent is told before its prompt.
    private static final Pattern GIT =
            Pattern.compile("\\A<git-context>.*?</git-context>\\s*", Pattern.DOTALL);

    private final boolean isMain;
    private final Branches branches = new Branches();
    // Where each prompt hangs, to take it back.
    private final Deque<Integer> turns = new ArrayDeque<>();
    private String step = "";
    private @Nullable String realModel;

    KimiLines(SessionBuilder builder, boolean isMain) {
        super(builder);
        this.isMain = isMain;
    }

    /// The tools as they were offered: most of the bytes of a short session.
    @Override
    protected boolean isIgnored(Line line) {
        return line.startsWith("{\"type\":\"llm.tools_snapshot\"");
    }

    @Override
    protected void hear(JsonNode line, Line raw) {
        if (line.path("kind").asString("").equals("event")) {
            return;
        }
        builder.node(branches.append(null));
        var time = builder.values().millis(line.path("time"));
        builder.at(time == null ? builder.values().millis(line.path("created_at")) : time);
        switch (line.path("type").asString("")) {
            case "turn.prompt" -> onPrompt(line);
            case "context.append_message" -> onMessage(line.path("message"));
            case "context.append_loop_event" -> onLoop(line.path("event"), raw);
            case "usage.record" -> onUsage(line);
            case "profile.bind" -> realModel = line.path("modelAlias").asString(null);
            case "llm.request" -> {
                realModel = builder.values().text(line.path("model"));
                builder.model(realModel);
            }
            case "turn.ended" -> onEnded(line);
            case "context.undo" -> undo(line.path("count").asInt(1));
            case "context.clear", "full_compaction.complete", "full_compaction.end" -> {
                builder.compacted();
                builder.summary(
                        JsonPath.text(line, "result.summary").orElse(null),
                        kept(line.path("result")));
            }
            case "context.apply_compaction" -> builder.summary(summary(line), kept(line));
            default -> {
                if (!isState(line.path("type").asString(""))) {
                    builder.unknown(raw, "line type " + line.path("type").asString(""));
                }
            }
        }
    }

    /// A text, a message with texts, or what older versions called otherwise.
    private static @Nullable String summary(JsonNode line) {
        var summary = line.path("summary");
        if (summary.isString()) {
            return summary.asString();
        }
        var texts = new ArrayList<String>();
        for (var part : summary.path("content")) {
            if (part.path("type").asString("").equals("text")) {
                texts.add(part.path("text").asString(""));
            }
        }
        return texts.isEmpty()
                ? line.path("contextSummary").asString(null)
                : String.join("", texts);
    }

    /// Older versions kept the last messages instead, and said how many there were before them.
    private static Kept kept(JsonNode compaction) {
        return compaction.path("keptUserMessageCount").asInt(0) > 0 ? Kept.PROMPTS : Kept.NOTHING;
    }

    /// What the program notes about itself, by the first part of the name.
    private static boolean isState(String type) {
        return switch (type.replaceFirst("\\..*", "")) {
            case "metadata",
                    "runtime",
                    "profile",
                    "permission",
                    "plugin",
                    "llm",
                    "token_counting",
                    "subagent",
                    "prompt",
                    "forked",
                    "full_compaction",
                    "micro_compaction",
                    "turn",
                    "context",
                    "plan_mode",
                    "tools",
                    "todo",
                    "goal",
                    "config",
                    "mcp",
                    "skill",
                    "cron",
                    "task",
                    "hook",
                    "usage",
                    "swarm",
                    "step",
                    "session",
                    "title" ->
                    true;
            default -> false;
        };
    }

    private void onPrompt(JsonNode line) {
        // A subagent is prompted by its parent, not by a person.
        if (isMain && !JsonPath.text(line, "origin.kind").orElse("user").equals("user")) {
            return;
        }
        turns.push(branches.leaf());
        builder.addStart();
        var input = line.path("input");
        builder.message(null);
        if (builder.isWhole() && input.isArray()) {
            input.forEach(part -> builder.image(KimiParts.imageUrl(part)));
        }
        var said = builder.hasImages() ? KimiParts.words(input) : KimiParts.text(input);
        builder.add(
                new Event.UserSaid(
                        GIT.matcher(said).replaceFirst(""), line.path("promptId").asString(null)));
    }

    /// Prompts were told already. Answers stand here only in sessions that were taken over.
    private void onMessage(JsonNode message) {
        switch (message.path("role").asString("")) {
            case "assistant" -> KimiParts.said(message).forEach(builder::add);
            case "tool" -> builder.add(KimiParts.returned(message, "toolCallId"));
            default -> {}
        }
    }

    private void onLoop(JsonNode event, Line raw) {
        builder.message(event.path("stepUuid").asString(null));
        switch (event.path("type").asString("")) {
            case "step.begin" -> step = event.path("uuid").asString("");
            case "content.part" ->
                    KimiParts.part(event.path("part"), event.path("stepUuid").asString(null))
                            .ifPresent(builder::add);
            case "tool.call" ->
                    builder.add(
                            new Event.ToolCalled(
                                    event.path("toolCallId").asString(""),
                                    event.path("name").asString(""),
                                    event.has("args") ? event.path("args") : Json.object()));
            case "tool.result" -> onResult(event);
            case "step.end", "step.retry" -> {}
            case String other -> builder.unknown(raw, "loop event " + other);
        }
    }

    private void onResult(JsonNode event) {
        var output = event.path("result").path("output");
        builder.add(
                new Event.ToolReturned(
                        event.path("toolCallId").asString(""),
                        null,
                        output.isArray() ? KimiParts.text(output) : output.asString(""),
                        event.path("result").path("isError").asBoolean(false),
                        null));
    }

    /// A fork copies the lines as they are, so the step and the time name the same request there.
    private void onUsage(JsonNode line) {
        var usage = line.path("usage");
        var values = builder.values();
        var model = realModel == null ? values.text(line.path("model")) : realModel;
        var written = values.tokens(usage.path("inputCacheCreation"));
        var cached = values.tokens(usage.path("inputCacheRead"));
        var counted =
                new Usage(
                        values.tokens(usage.path("inputOther")) + written + cached,
                        values.tokens(usage.path("output")),
                        cached,
                        null,
                        null);
        builder.model(model);
        builder.count(step + "@" + line.path("time").asLong(0), model, counted, written);
    }

    private void onEnded(JsonNode line) {
        switch (line.path("reason").asString("")) {
            case "failed" ->
                    builder.add(
                            Event.Failed.fatal(
                                    JsonPath.text(line, "error.message").orElse("The turn failed."),
                                    JsonPath.text(line, "error.code").orElse("turn_failed")));
            case "cancelled" ->
                    builder.add(Event.Failed.warning("The turn was stopped.", "interrupted"));
            default -> {}
        }
    }

    private void undo(int count) {
        for (var left = count; left > 0 && !turns.isEmpty(); left--) {
            branches.moveTo(branches.parent(turns.pop()));
        }
    }

    @Override
    protected BitSet active() {
        return branches.active();
    }
}
