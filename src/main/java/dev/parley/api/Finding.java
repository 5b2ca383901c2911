package dev.parley.api;

import com.fasterxml.jackson.annotation.JsonProperty;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Something that reviewers found, whoever of them.
///
/// @param id `F` and a number, in its room
/// @param message the number of the person's message whose review found it
/// @param file as the reviewers named it; empty: about no file
/// @param severity in the reviewers' word
/// @param by the agents that found it
/// @param ticket the number of the ticket it became
public record Finding(
        String id,
        long message,
        String file,
        @Nullable Integer line,
        @Nullable Integer endLine,
        @Nullable String severity,
        String title,
        String detail,
        List<String> by,
        List<Verdict> verdicts,
        @Nullable Long ticket) {
    public Finding {
        by = by == null ? List.of() : List.copyOf(by);
        verdicts = verdicts == null ? List.of() : List.copyOf(verdicts);
    }

    /// What an agent says of a finding.
    public enum Word {
        @JsonProperty("confirm")
        CONFIRM,
        @JsonProperty("dispute")
        DISPUTE,
        @JsonProperty("withdraw")
        WITHDRAW;

        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public record Verdict(String agent, Word word, String reason) {}

    /// Where a finding stands.
    public enum Status {
        /// Nobody else has looked at it.
        @JsonProperty("open")
        OPEN,
        @JsonProperty("confirmed")
        CONFIRMED,
        /// Somebody disputes it: people decide.
        @JsonProperty("disputed")
        DISPUTED,
        /// All who found it take it back.
        @JsonProperty("withdrawn")
        WITHDRAWN;

        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// A dispute is kept whatever others say; only those who found something can withdraw it.
    public Status status() {
        var withdrawn = said(Word.WITHDRAW).stream().filter(by::contains).distinct().count();
        if (!by.isEmpty() && withdrawn == by.size()) {
            return Status.WITHDRAWN;
        }
        if (!said(Word.DISPUTE).isEmpty()) {
            return Status.DISPUTED;
        }
        return by.size() > 1 || !said(Word.CONFIRM).isEmpty() ? Status.CONFIRMED : Status.OPEN;
    }

    private List<String> said(Word word) {
        return verdicts.stream().filter(it -> it.word() == word).map(Verdict::agent).toList();
    }

    /// `src/A.java:12`
    public String place() {
        return file.isEmpty() ? "" : line == null ? file : file + ":" + line;
    }

    public Finding judged(Verdict verdict) {
        var all = new ArrayList<>(verdicts);
        all.removeIf(it -> it.agent().equals(verdict.agent()));
        all.add(verdict);
        return new Finding(
                id, message, file, line, endLine, severity, title, detail, by, all, ticket);
    }

    public Finding ticketed(long number) {
        return new Finding(
                id, message, file, line, endLine, severity, title, detail, by, verdicts, number);
    }
}
