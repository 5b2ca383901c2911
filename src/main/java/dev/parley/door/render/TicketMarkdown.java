package dev.parley.door.render;

import dev.parley.api.TicketCopy;
import dev.parley.base.json.Json;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Tickets as Markdown files: of each the facts between two lines `---`, then its body. A comment
/// is a part of its own behind its ticket. What [TicketMarkdownReader] reads back is the same to
/// the last character.
public final class TicketMarkdown {
    static final String LINE = "---";

    /// A line of a body that would be taken for one of ours; one more backslash makes it harmless.
    static final Pattern LIKE_LINE = Pattern.compile("(?m)^(\\\\*---\r?)$");

    /// What may stand there without quotes.
    private static final Pattern PLAIN =
            Pattern.compile("[\\p{L}\\p{N}(][^\\p{Cntrl}\\p{Zl}\\p{Zp}\\p{Cs}]*");

    private static final Pattern PLAIN_ITEM = Pattern.compile("[\\p{L}\\p{N}_./+-]+");

    private TicketMarkdown() {}

    public static String file(List<TicketCopy> copies) {
        return copies.stream().map(TicketMarkdown::of).collect(Collectors.joining("\n"));
    }

    public static String of(TicketCopy copy) {
        var draft = copy.draft();
        var text = new StringBuilder(LINE).append('\n');
        if (copy.id() != null) {
            fact(text, "id", plain(copy.id()));
        }
        fact(text, "title", plain(draft.title()));
        fact(text, "kind", draft.kind().wireName());
        fact(text, "priority", draft.priority().wireName());
        fact(text, "labels", items(draft.labels()));
        fact(text, "dependsOn", items(copy.dependsOn()));
        fact(text, "files", items(draft.files()));
        fact(text, "column", copy.column().wireName());
        end(text, draft.body());
        for (var remark : copy.comments()) {
            text.append('\n').append(LINE).append('\n');
            fact(text, "comment", remark.session() == null ? "person" : remark.session().value());
            if (remark.at() != null) {
                fact(text, "at", remark.at().toString());
            }
            end(text, remark.text());
        }
        return text.toString();
    }

    private static void fact(StringBuilder text, String key, String value) {
        text.append(key).append(": ").append(value).append('\n');
    }

    private static void end(StringBuilder text, String body) {
        text.append(LINE)
                .append("\n\n")
                .append(LIKE_LINE.matcher(body).replaceAll("\\\\$1"))
                .append('\n');
    }

    private static String plain(String value) {
        return PLAIN.matcher(value).matches()
                        && value.equals(value.strip())
                        && !value.contains(": ")
                        && !value.contains(" #")
                ? value
                : Json.write(value);
    }

    private static String items(List<String> values) {
        return values.stream()
                .map(value -> PLAIN_ITEM.matcher(value).matches() ? value : Json.write(value))
                .collect(Collectors.joining(", ", "[", "]"));
    }
}
