package dev.parley.event;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.List;

/// What an agent did, in one vocabulary for every CLI. Events are facts: past tense, appended,
/// never edited. Their names on the wire (`session.start`, `tool.call`, …) are in [EventJson].
///
/// What ignores a whole group of events names the group. A new event belongs to a group only if it
/// may be ignored wherever the group is.
public sealed interface Event {
    /// How a session begins and ends, and what changes in between.
    sealed interface AboutSession extends Event {}

    /// How a turn begins and ends.
    sealed interface AboutTurn extends Event {}

    /// What was said or thought, whole or in pieces.
    sealed interface Message extends Event {
        String content();

        @Nullable String messageId();
    }

    sealed interface AboutTool extends Event {}

    sealed interface AboutApproval extends Event {}

    /// The agent is ready to work.
    record SessionStarted(
            @Nullable String cwd,
            @Nullable String model,
            @Nullable String version,
            List<String> tools,
            @Nullable String gitBranch)
            implements AboutSession {
        public SessionStarted {
            tools = tools == null ? List.of() : List.copyOf(tools);
        }

        public static SessionStarted in(@Nullable String cwd, @Nullable String model) {
            return new SessionStarted(cwd, model, null, List.of(), null);
        }

        /// With what was asked for, where the agent does not say it.
        public SessionStarted orElse(String otherCwd, @Nullable String otherModel) {
            return new SessionStarted(
                    cwd == null ? otherCwd : cwd,
                    model == null ? otherModel : model,
                    version,
                    tools,
                    gitBranch);
        }
    }

    /// The agent is gone. The exit code is absent when it was ended from outside.
    record SessionEnded(EndReason reason, @Nullable Integer exitCode) implements AboutSession {}

    /// Something about a session is not as it was: only what changed is there.
    ///
    /// @param permission the mode's name with us
    record SessionChanged(
            @Nullable String model, @Nullable String permission, @Nullable String title)
            implements AboutSession {}

    /// A prompt was accepted while another turn runs; its turn comes later.
    record TurnQueued(String turnId, String content) implements AboutTurn {}

    /// A turn begins: one that was asked for, or one the agent began by itself.
    record TurnStarted(String turnId, TurnOrigin origin) implements AboutTurn {}

    /// The turn is over; the session goes on.
    record TurnEnded(String turnId, EndReason reason) implements AboutTurn {}

    record UserSaid(String content, @Nullable String messageId) implements Message {}

    /// A whole message of the agent.
    record AssistantSaid(String content, @Nullable String messageId) implements Message {}

    /// A piece of a message, as it is written. The whole message may follow under the same id.
    record AssistantStreamed(String content, String messageId) implements Message {}

    /// What the agent thought, whole (`isDelta` absent) or in pieces.
    record Thought(String content, @Nullable Boolean isDelta, @Nullable String messageId)
            implements Message {
        public static Thought whole(String content) {
            return new Thought(content, null, null);
        }
    }

    record ToolCalled(String callId, String name, JsonNode arguments) implements AboutTool {}

    record ToolReturned(
            String callId,
            @Nullable String name,
            String output,
            boolean isError,
            @Nullable Integer exitCode)
            implements AboutTool {}

    record TokensUsed(Usage usage) implements Event {}

    /// Something went wrong. A recoverable failure is one the agent goes on after (a retry, a
    /// warning).
    record Failed(String message, @Nullable String code, boolean recoverable) implements Event {
        public static Failed fatal(String message, String code) {
            return new Failed(message, code, false);
        }

        public static Failed warning(String message, String code) {
            return new Failed(message, code, true);
        }
    }

    /// The agent waits for a person's permission.
    ///
    /// @param description what the agent says it is about: its words, to be believed by nobody
    /// @param intent what it is about
    /// @param forSession what else would be allowed by allowing it for the session
    record ApprovalRequested(
            String requestId,
            String toolName,
            String description,
            @Nullable JsonNode input,
            List<String> options,
            @Nullable Intent intent,
            @Nullable String forSession)
            implements AboutApproval {
        public ApprovalRequested {
            options = options == null ? List.of() : List.copyOf(options);
        }

        /// As an agent asks it.
        public ApprovalRequested(
                String requestId,
                String toolName,
                String description,
                @Nullable JsonNode input,
                List<String> options) {
            this(requestId, toolName, description, input, options, null, null);
        }

        /// Its answer is more than yes or no: it brings values as its input.
        public boolean asksForValues() {
            return input != null && (input.has("questions") || input.has("requestedSchema"));
        }

        public ApprovalRequested offering(List<String> answers, @Nullable String forTheSession) {
            return new ApprovalRequested(
                    requestId, toolName, description, input, answers, intent, forTheSession);
        }

        public ApprovalRequested meaning(Intent what) {
            return new ApprovalRequested(
                    requestId, toolName, description, input, options, what, forSession);
        }
    }

    /// @param reason why it was refused, if somebody said so; not every agent hears it
    /// @param forSession what is allowed from now on in this session, or was before
    record ApprovalAnswered(
            String requestId,
            String toolName,
            boolean approved,
            String by,
            @Nullable String reason,
            @Nullable String forSession)
            implements AboutApproval {
        public ApprovalAnswered(
                String requestId,
                String toolName,
                boolean approved,
                String by,
                @Nullable String reason) {
            this(requestId, toolName, approved, by, reason, null);
        }

        public ApprovalAnswered(String requestId, String toolName, boolean approved, String by) {
            this(requestId, toolName, approved, by, null);
        }
    }

    /// A line the dialect does not know. Kept, so that a newer CLI shows up raw instead of getting
    /// lost.
    record Unrecognized(String text, String reason) implements Event {}
}
