package dev.parley.provider.shared;

import dev.parley.base.json.JsonPath;
import dev.parley.sessionfile.Branches;
import dev.parley.sessionfile.Kept;
import dev.parley.sessionfile.LineReader;
import dev.parley.sessionfile.SessionBuilder;
import dev.parley.sessionfile.SessionBuilder.TitleBy;
import dev.parley.sessionfile.scan.Line;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/// The lines of a Gemini CLI session: a log of changes to a list of messages. A message with an id
/// that is there already takes its place, `$set.messages` replaces the whole list, `$rewindTo` cuts
/// it. What was told of a message is not told again; what is in the list at the end is active.
final class GeminiLines extends LineReader {
    /// What the CLI lets the model answer to the summary that replaces a conversation.
    private static final String ACKNOWLEDGED = "Got it. Thanks for the additional context";

    private final GeminiMessages messages;
    private final boolean isSubagent;
    // Used for their numbers only; the list below says which of them count.
    private final Branches numbers = new Branches();
    private final Set<Integer> current = new LinkedHashSet<>();

    /// The last message of the list that a summary began: copies under new ids, told before.
    private int shortened = -1;

    /// @param isSubagent its summary is its result, not a title
    GeminiLines(SessionBuilder builder, boolean isSubagent) {
        super(builder);
        this.isSubagent = isSubagent;
        messages = new GeminiMessages(builder);
    }

    @Override
    protected void hear(JsonNode line, Line raw) {
        if (line.has("$rewindTo")) {
            rewind(line.path("$rewindTo").asString(""));
        } else if (line.has("id")) {
            onMessage(line);
        } else if (line.has("$set")) {
            onSet(line.path("$set"));
        } else if (line.has("sessionId")) {
            onHeader(line);
        } else {
            builder.unknown(raw, "no record of a session");
        }
    }

    void onHeader(JsonNode header) {
        builder.at(builder.values().time(header.path("startTime")));
        builder.nativeId(builder.values().text(header.path("sessionId")));
        JsonPath.text(header, "directories[0]").ifPresent(builder::cwd);
        builder.at(builder.values().time(header.path("lastUpdated")));
    }

    void onMessage(JsonNode message) {
        var node = number(message);
        current.add(node);
        builder.node(node);
        messages.read(message);
    }

    private int number(JsonNode message) {
        var id = message.path("id").asString("");
        var known = numbers.find(id, -1);
        return known >= 0 ? known : numbers.append(id);
    }

    private void rewind(String id) {
        var left = new ArrayList<>(current);
        var node = numbers.find(id, -1);
        if (node >= 0 && node <= shortened && !current.contains(node)) {
            // A copy: what came behind the summary goes.
            current.removeIf(one -> one > shortened);
            return;
        }
        // An id nobody knows leaves nothing.
        var at = left.indexOf(node);
        current.removeAll(Set.copyOf(left.subList(Math.max(0, at), left.size())));
    }

    private void onSet(JsonNode set) {
        if (!isSubagent) {
            builder.title(set.path("summary").asString(null), TitleBy.CLI);
        }
        builder.at(builder.values().time(set.path("lastUpdated")));
        JsonPath.text(set, "directories[0]").ifPresent(builder::cwd);
        var replaced = set.path("messages");
        if (!replaced.isArray()) {
            return;
        }
        if (isSummary(replaced)) {
            // The conversation until here was real; only the model sees the summary instead.
            builder.compacted();
            builder.node(current.isEmpty() ? 0 : java.util.Collections.max(current));
            builder.summary(
                    GeminiMessages.summary(replaced), new Kept.Turns(keptPrompts(replaced)));
            replaced.forEach(this::number);
            shortened = numbers.leaf();
            return;
        }
        if (shortened >= 0 && replaced.valueStream().anyMatch(GeminiLines::isAcknowledged)) {
            // The same once more: the session was resumed.
            resume(replaced);
            return;
        }
        current.clear();
        if (messages.lostCalls(replaced)) {
            // An editor's session, of which a turn was stopped: its calls were in a message of
            // their own that is gone, and are in their replies now. So all of it is told anew.
            messages.tellAnew();
            for (var message : replaced) {
                numbers.append(message.path("id").asString(""));
                onMessage(message);
            }
            return;
        }
        replaced.forEach(this::onMessage);
    }

    private void resume(JsonNode replaced) {
        var left = new HashSet<Integer>();
        replaced.forEach(message -> left.add(number(message)));
        current.removeIf(node -> node > shortened && !left.contains(node));
        for (var message : replaced) {
            if (number(message) > shortened) {
                onMessage(message);
            }
        }
    }

    private boolean isSummary(JsonNode replaced) {
        return replaced.valueStream()
                .anyMatch(message ->
                        isAcknowledged(message)
                                && numbers.find(message.path("id").asString(""), -1) < 0);
    }

    private static boolean isAcknowledged(JsonNode message) {
        return message.path("type").asString("").equals("gemini")
                && GeminiMessages.text(message.path("content")).startsWith(ACKNOWLEDGED);
    }

    /// Behind the summary stand the last turns as they were, under new ids.
    private static int keptPrompts(JsonNode replaced) {
        return (int)
                replaced.valueStream()
                        .dropWhile(message -> !isAcknowledged(message))
                        .filter(GeminiMessages::isPrompt)
                        .count();
    }

    @Override
    protected BitSet active() {
        var active = new BitSet();
        current.forEach(active::set);
        return active;
    }
}
