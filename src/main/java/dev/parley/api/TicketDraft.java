package dev.parley.api;

import com.fasterxml.jackson.annotation.JsonProperty;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Locale;

/// What a person or an agent writes of a ticket.
///
/// @param dependsOn the numbers of the tickets that must be done first
/// @param files paths it is about, as they were named
public record TicketDraft(
        String title,
        String body,
        Kind kind,
        Priority priority,
        List<String> labels,
        List<Long> dependsOn,
        List<String> files) {
    public TicketDraft(
            @Nullable String title,
            @Nullable String body,
            @Nullable Kind kind,
            @Nullable Priority priority,
            @Nullable List<String> labels,
            @Nullable List<Long> dependsOn,
            @Nullable List<String> files) {
        this.title = title == null ? "" : title.replaceAll("\\s*\\R\\s*", " ").strip();
        this.body = body == null ? "" : body;
        this.kind = kind == null ? Kind.TASK : kind;
        this.priority = priority == null ? Priority.NORMAL : priority;
        this.labels = labels == null ? List.of() : labels.stream().distinct().toList();
        this.dependsOn = dependsOn == null ? List.of() : dependsOn.stream().distinct().toList();
        this.files = files == null ? List.of() : files.stream().distinct().toList();
    }

    public static TicketDraft titled(String title) {
        return new TicketDraft(title, null, null, null, null, null, null);
    }

    public TicketDraft saying(String newTitle, String newBody) {
        return new TicketDraft(newTitle, newBody, kind, priority, labels, dependsOn, files);
    }

    public TicketDraft dependingOn(List<Long> numbers) {
        return new TicketDraft(title, body, kind, priority, labels, numbers, files);
    }

    public enum Kind {
        @JsonProperty("task")
        TASK,
        @JsonProperty("bug")
        BUG,
        @JsonProperty("feature")
        FEATURE,
        @JsonProperty("question")
        QUESTION;

        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public enum Priority {
        @JsonProperty("low")
        LOW,
        @JsonProperty("normal")
        NORMAL,
        @JsonProperty("high")
        HIGH,
        @JsonProperty("urgent")
        URGENT;

        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
