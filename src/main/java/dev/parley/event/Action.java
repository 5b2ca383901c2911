package dev.parley.event;

import com.fasterxml.jackson.annotation.JsonProperty;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.Map;
import java.util.UUID;

/// What is asked of a live session. Actions go in, events come out; nothing else crosses.
public sealed interface Action {
    /// What the agent itself is told: every dialect knows how to say it. Most of it is asked of the
    /// session; actions that are not in here concern only the session.
    sealed interface ForAgent {}

    /// The next turn. At most one runs in a session; the others wait.
    ///
    /// @param turnId ours and new for every prompt; the turn's start and end carry it again
    record Prompt(String turnId, String text, List<Image> images) implements Action, ForAgent {
        public Prompt {
            images = images == null ? List.of() : List.copyOf(images);
        }

        public static Prompt of(String text) {
            return of(text, List.of());
        }

        public static Prompt of(String text, List<Image> images) {
            return new Prompt("t-" + UUID.randomUUID(), text, images);
        }

        public static Prompt of(String turnId, String text) {
            return new Prompt(turnId, text, List.of());
        }
    }

    /// A further word into the turn that runs; where none runs, it is the next turn.
    record Steer(Prompt prompt) implements Action, ForAgent {
        public static Steer of(String text) {
            return new Steer(Prompt.of(text));
        }
    }

    /// Takes a prompt back that waits.
    record Cancel(String turnId) implements Action {}

    /// Ends the turn that runs, not the session.
    record Interrupt() implements Action, ForAgent {}

    /// An answer to an approval request.
    ///
    /// @param reason why it is refused; told to the agent where the provider can
    /// @param input takes the place of what the agent wanted to do, or answers its questions; only
    ///   where the provider can
    record Decide(
            String requestId, Decision decision, @Nullable String reason, @Nullable JsonNode input)
            implements Action, ForAgent {
        public static Decide allow(String requestId) {
            return new Decide(requestId, Decision.ALLOW, null, null);
        }

        public static Decide allowForSession(String requestId) {
            return new Decide(requestId, Decision.ALLOW_FOR_SESSION, null, null);
        }

        public static Decide deny(String requestId, @Nullable String reason) {
            return new Decide(requestId, Decision.DENY, reason, null);
        }
    }

    /// From the next turn on, another model answers.
    record SwitchModel(String model) implements Action, ForAgent {}

    /// @param permission the mode's name with us
    /// @param settings its settings in the provider's own words; the session takes them from the
    ///   profile
    record SwitchMode(String permission, Map<String, String> settings) implements Action, ForAgent {
        public SwitchMode {
            settings = Map.copyOf(settings);
        }

        public static SwitchMode to(String permission) {
            return new SwitchMode(permission, Map.of());
        }
    }

    /// Ends the session. It can be resumed.
    record Close() implements Action {}

    /// What a tool of Parley answers to a call of the agent.
    record AnswerTool(String callId, ToolResult result) implements ForAgent {}

    /// The agent called a tool of Parley by another way than its wire, on which it may say less of
    /// the call.
    record ToolReached(String tool, JsonNode arguments) implements ForAgent {}

    /// The agent knows the tools of Parley now.
    record ToolsKnown() implements ForAgent {}

    /// A picture that goes with a prompt.
    ///
    /// @param data in base 64
    record Image(String mediaType, String data) {}

    /// The possible answers to an approval request.
    enum Decision {
        @JsonProperty("allow")
        ALLOW,
        @JsonProperty("allow_for_session")
        ALLOW_FOR_SESSION,
        @JsonProperty("deny")
        DENY
    }
}
