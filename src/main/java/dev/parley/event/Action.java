package dev.parley.event;

import dev.parley.base.json.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.Map;

/// What is asked of a live session. Actions go in, events come out; nothing else crosses.
public sealed interface Action {
    /// The next turn. At most one runs in a session; who asks for more has to wait or to [Steer].
    ///
    /// @param turnId ours; the turn's start and end carry it again
    record Prompt(String turnId, String text, List<Image> images) implements Action {
        public Prompt {
            images = images == null ? List.of() : List.copyOf(images);
        }

        public static Prompt of(String turnId, String text) {
            return new Prompt(turnId, text, List.of());
        }
    }

    /// A further word into the turn that runs.
    record Steer(String text) implements Action {}

    /// Ends the turn that runs, not the session.
    record Interrupt() implements Action {}

    /// A person's answer to an approval request.
    ///
    /// @param reason told to the agent where it was refused
    /// @param input takes the place of what the agent wanted to do, or answers its questions
    record Decide(
            String requestId, Decision decision, @Nullable String reason, @Nullable JsonNode input)
            implements Action {}

    record SwitchModel(String model) implements Action {}

    /// @param permission the mode's name with us
    /// @param settings its settings in the provider's own words, from the profile
    record SwitchMode(String permission, Map<String, String> settings) implements Action {
        public SwitchMode {
            settings = Map.copyOf(settings);
        }
    }

    /// What a tool of Parley answers to a call of the agent.
    record AnswerTool(String callId, ToolResult result) implements Action {}

    /// A picture that goes with a prompt.
    ///
    /// @param data in base 64
    record Image(String mediaType, String data) {}

    /// @param text what the model reads
    /// @param structured the same as data, for agents that take it
    record ToolResult(String text, @Nullable JsonNode structured, boolean isError) {
        public static ToolResult text(String text) {
            return new ToolResult(text, null, false);
        }

        public static ToolResult structured(JsonNode value) {
            return new ToolResult(Json.write(value), value, false);
        }

        public static ToolResult error(String text) {
            return new ToolResult(text, null, true);
        }
    }

    enum Decision {
        ALLOW,
        ALLOW_FOR_SESSION,
        DENY
    }
}
