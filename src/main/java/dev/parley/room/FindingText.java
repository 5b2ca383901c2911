package dev.parley.room;

import dev.parley.api.Finding;

/// A finding as agents and people read it.
public final class FindingText {
    private static final int LONGEST = 600;

    private FindingText() {}

    /// @param isJudged with what was said of it
    static String of(Finding finding, boolean isJudged) {
        var text =
                new StringBuilder(finding.id())
                        .append(' ')
                        .append(finding.place().isEmpty() ? "(no file)" : finding.place())
                        .append(finding.severity() == null ? "" : " [" + finding.severity() + "]")
                        .append(", found by ")
                        .append(String.join(", ", finding.by()));
        if (isJudged) {
            text.append(", ").append(finding.status().wireName());
        }
        text.append("\n  ").append(line(finding.title(), LONGEST));
        if (!finding.detail().isBlank()) {
            text.append("\n  ").append(line(finding.detail(), LONGEST));
        }
        if (isJudged) {
            finding.verdicts()
                    .forEach(verdict ->
                            text.append("\n  ")
                                    .append(verdict.agent())
                                    .append(": ")
                                    .append(verdict.word().wireName())
                                    .append(verdict.reason().isBlank() ? "" : ", ")
                                    .append(line(verdict.reason(), LONGEST)));
        }
        return text.toString();
    }

    /// What a ticket says of it, or the author of the code is told.
    public static String body(Finding finding, String room) {
        var text = new StringBuilder();
        if (!finding.place().isEmpty()) {
            text.append("At `").append(finding.place().replace("`", "")).append("`.\n\n");
        }
        if (!finding.detail().isBlank()) {
            text.append(finding.detail().strip()).append("\n\n");
        }
        text.append("Found by ")
                .append(String.join(", ", finding.by()))
                .append(" in the room ")
                .append(room)
                .append("; it is ")
                .append(finding.status().wireName())
                .append(".\n");
        finding.verdicts()
                .forEach(verdict ->
                        text.append("\n- ")
                                .append(verdict.agent())
                                .append(": ")
                                .append(verdict.word().wireName())
                                .append(verdict.reason().isBlank() ? "" : ". ")
                                .append(line(verdict.reason(), LONGEST)));
        return text.toString();
    }

    private static String line(String text, int most) {
        var flat = text.replaceAll("\\s+", " ").strip();
        return flat.length() <= most ? flat : flat.substring(0, most) + "…";
    }
}
