package dev.parley.door.render;

import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Markdown that somebody else wrote, so that no renderer runs anything of it: HTML is shown
/// instead of obeyed, and links lead to pages only. Code stays as it is, where every renderer
/// agrees that it is code; where they might not, it counts as text.
final class MarkdownText {
    private static final Pattern FENCE = Pattern.compile("\\s*(`{3,}|~{3,})\\s*([^`]*)");
    private static final Pattern BACKTICKS = Pattern.compile("`+");
    private static final Pattern LINK = Pattern.compile("\\](\\(|:)(\\s*(?:<|&lt;)?\\s*)(\\S*)");
    private static final Pattern PAGE =
            Pattern.compile("(?:https?|mailto):.*|[^:&\\\\%]*(?:[/?#].*)?", Pattern.DOTALL);

    private final StringBuilder text = new StringBuilder();
    private final StringBuilder prose = new StringBuilder();

    private MarkdownText() {}

    static String safe(String written) {
        var made = new MarkdownText();
        made.read(Printable.text(written).strip());
        return made.text.toString().strip();
    }

    private void read(String written) {
        var lines = written.lines().toList();
        for (var at = 0; at < lines.size(); at++) {
            var fence = FENCE.matcher(lines.get(at));
            if (!fence.matches()) {
                prose.append(lines.get(at)).append('\n');
                continue;
            }
            var end = at + 1;
            while (end < lines.size() && !closes(lines.get(end), fence.group(1))) {
                end++;
            }
            endProse();
            var language = fence.group(2).strip().split("\\s", 2)[0].replaceAll("[^\\w+#.-]", "");
            text.append(fenced(language, String.join("\n", lines.subList(at + 1, end))))
                    .append('\n');
            at = end;
        }
        endProse();
    }

    private static boolean closes(String line, String fence) {
        var marks = line.strip();
        return marks.startsWith(fence) && marks.chars().allMatch(c -> c == fence.charAt(0));
    }

    /// A block of code that nothing in it can close.
    static String fenced(String language, String code) {
        var fence = "```";
        while (code.contains(fence)) {
            fence += "`";
        }
        return fence + language + "\n" + code + "\n" + fence + "\n";
    }

    private void endProse() {
        for (var paragraph :
                LINK.matcher(prose).replaceAll(MarkdownText::link).split("\n\\s*\n", -1)) {
            var isSure = true;
            for (var line : paragraph.lines().toList()) {
                // One backtick without its other half turns inside out what follows.
                isSure = isSure && hasOnlyPairs(line);
                text.append(isSure ? aroundCode(line) : shown(line)).append('\n');
            }
            text.append('\n');
        }
        prose.setLength(0);
    }

    /// A link is taken apart if it might lead to anything but a page.
    private static String link(MatchResult link) {
        var isPage = PAGE.matcher(link.group(3).toLowerCase(Locale.ROOT)).matches();
        return Matcher.quoteReplacement(
                "]" + (isPage ? "" : "\\") + link.group(1) + link.group(2) + link.group(3));
    }

    private static boolean hasOnlyPairs(String line) {
        if (line.contains("\\`")) {
            return false;
        }
        var marks = BACKTICKS.matcher(line);
        while (marks.find()) {
            var end = closing(line, marks.end(), marks.group());
            if (end < 0) {
                return false;
            }
            marks.region(end, line.length());
        }
        return true;
    }

    /// Behind the next run of as many backticks, or -1.
    private static int closing(String line, int from, String marks) {
        var next = BACKTICKS.matcher(line).region(from, line.length());
        while (next.find()) {
            if (next.group().equals(marks)) {
                return next.end();
            }
        }
        return -1;
    }

    private static String aroundCode(String line) {
        var made = new StringBuilder();
        var at = 0;
        var marks = BACKTICKS.matcher(line);
        while (marks.find(at)) {
            var end = closing(line, marks.end(), marks.group());
            var code = line.substring(marks.start(), end);
            made.append(shown(line.substring(at, marks.start())));
            // In a table such a line ends a cell, and with it the code.
            made.append(code.contains("|") ? shown(code) : code);
            at = end;
        }
        return made.append(shown(line.substring(at))).toString();
    }

    private static String shown(String html) {
        return html.replace("<", "&lt;");
    }
}
