package dev.parley.api;

import dev.parley.event.EndReason;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.time.Instant;
import java.util.List;

/// One row of a session as people read it: a prompt, a block of text, a tool with its result.
/// Several events make one row.
///
/// @param id the number of its first event, as text; `f` before it where it is a number in the
///   CLI's own file
/// @param last the number of the newest event that is in it
/// @param until when that was
/// @param isCut whether more of its text is to be had with the row alone
public record Row(String id, long last, Instant time, Instant until, Body body, boolean isCut) {
    /// What a row shows.
    public sealed interface Body {}

    public record Prompt(String text) implements Body {}

    /// @param isOpen whether more of it may come
    public record Text(String text, @Nullable String messageId, boolean isOpen) implements Body {}

    public record Thought(String text, @Nullable String messageId) implements Body {}

    /// @param summary what it is about, on one line
    public record Tool(
            String callId,
            String name,
            JsonNode arguments,
            String summary,
            @Nullable String command,
            List<String> files,
            @Nullable Result result)
            implements Body {
        public Tool {
            files = List.copyOf(files);
        }

        public Tool returning(Result what) {
            return new Tool(callId, name, arguments, summary, command, files, what);
        }
    }

    /// What a tool gave back.
    ///
    /// @param size how many characters it has; the output may be only the first of them
    public record Result(String output, boolean isError, @Nullable Integer exitCode, int size) {
        public boolean isCut() {
            return output.length() < size;
        }
    }

    public record Approval(
            String requestId,
            String toolName,
            String description,
            @Nullable String command,
            @Nullable Answer answer)
            implements Body {
        public Approval answered(Answer what) {
            return new Approval(requestId, toolName, description, command, what);
        }
    }

    public record Answer(
            boolean approved, String by, @Nullable String reason, @Nullable String forSession) {}

    public record Failure(String message, @Nullable String code, boolean recoverable)
            implements Body {}

    /// A turn that did not complete.
    public record End(String turnId, EndReason reason) implements Body {}

    public record Note(String text) implements Body {}

    /// A line of the CLI that Parley does not know.
    public record Raw(String text, String reason) implements Body {}

    /// The same with less of what is long.
    public Row cutTo(Body other) {
        return new Row(id, last, time, until, other, isCut || !other.equals(body));
    }
}
