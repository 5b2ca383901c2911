package dev.parley.door.cli.shared;

import dev.parley.base.json.Json;
import dev.parley.base.screen.ScreenStream;
import dev.parley.base.screen.Style;
import dev.parley.base.screen.Visible;
import dev.parley.event.Intent;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.PrintStream;
import java.util.regex.Pattern;

/// What an agent asks permission for, as a person reads it in a terminal: first what would be done,
/// to the letter, and only then what the agent calls that.
///
/// @param description the agent's words
/// @param forSession what else is allowed by allowing it for the session
/// @param byParley Parley asks, in its own words
public record ApprovalText(
        String tool,
        @Nullable Intent intent,
        @Nullable JsonNode input,
        String description,
        @Nullable String forSession,
        boolean byParley) {
    private static final int MANY_LINES = 20;
    private static final int LONGEST_WORDS = 200;
    private static final Pattern GAP = Pattern.compile(" {30,}");
    private static final Pattern EMPTY_LINES = Pattern.compile("\n(?:[ \t]*\n){3,}");

    public void print(PrintStream out) {
        if (byParley) {
            own(out, "? Parley asks:");
            block(out, description);
            return;
        }
        var command = intent == null ? null : intent.command();
        if (intent == null || !intent.isKnown()) {
            own(out, "? The agent wants something:");
        } else if (command != null) {
            own(out, "? The agent wants to run this command in " + intent.directory() + ":");
            block(out, command);
        } else if (intent.address() != null && intent.files().isEmpty()) {
            own(out, "? The agent wants to visit this address:");
            block(out, intent.address());
        } else {
            own(out, "? The agent wants to touch " + files(intent.files().size()) + ":");
            intent.files().forEach(file -> block(out, file));
        }
        arguments(out, command);
        out.println("  Its tool: " + cut(Visible.oneLine(tool)));
        words(out, command);
        if (forSession != null) {
            out.println("  Always would allow: " + Visible.oneLine(forSession));
        }
    }

    private static String files(int count) {
        return count == 1 ? "this file" : "these " + count + " files";
    }

    private static void own(PrintStream out, String text) {
        ScreenStream.print(out, Style.BOLD, Visible.oneLine(text));
        out.println();
    }

    /// All the rest that the agent would hand to its tool.
    private void arguments(PrintStream out, @Nullable String command) {
        if (input instanceof ObjectNode object) {
            var rest = object.deepCopy();
            rest.properties().removeIf(each -> isSaid(each.getValue(), command));
            if (!rest.isEmpty()) {
                out.println("  with " + shortened(Visible.oneLine(Json.write(rest))));
            }
        } else if (input != null) {
            block(out, Json.write(input));
        } else {
            out.println("  It does not tell its arguments.");
        }
    }

    /// It stands elsewhere in the question already.
    private boolean isSaid(JsonNode value, @Nullable String command) {
        return value.isString()
                && (value.asString().equals(command) || value.asString().equals(description));
    }

    private static String cut(String words) {
        return words.length() > LONGEST_WORDS ? words.substring(0, LONGEST_WORDS) + "…" : words;
    }

    private void words(PrintStream out, @Nullable String command) {
        var words = Visible.oneLine(description);
        if (!words.isEmpty() && !description.equals(command) && !words.equals(tool)) {
            out.println("  It calls that: " + cut(words));
        }
    }

    /// Every line of it stands to the right of what is Parley's, and nothing is pushed out of sight
    /// by emptiness.
    private static void block(PrintStream out, String text) {
        var lines = shortened(Visible.exactly(text)).lines().toList();
        lines.forEach(line -> out.println("    " + line));
        if (lines.size() > MANY_LINES) {
            out.println("  These were " + lines.size() + " lines: look at all of them.");
        }
    }

    private static String shortened(String text) {
        var dense = GAP.matcher(text).replaceAll(gap -> " <" + gap.group().length() + " spaces> ");
        return EMPTY_LINES
                .matcher(dense)
                .replaceAll(gap -> "\n<" + (gap.group().lines().count() - 1) + " empty lines>\n");
    }
}
