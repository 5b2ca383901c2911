package dev.parley.door.live;

import com.fasterxml.jackson.annotation.JsonProperty;

import dev.parley.api.Permission;
import dev.parley.api.Verdict;
import dev.parley.base.problem.Problem;
import dev.parley.event.Action;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What REST and WebSocket may ask of a live session, by its `type`.
public sealed interface LiveAction {
    /// `prompt`: the next thing to say.
    ///
    /// @param steer say it into the turn that runs
    record Prompt(@Nullable String text, List<Action.Image> images, @Nullable Boolean steer)
            implements LiveAction {
        public Prompt {
            images = images == null ? List.of() : List.copyOf(images);
        }
    }

    /// `cancel`: takes a queued prompt back.
    record Cancel(@Nullable String turnId) implements LiveAction {}

    /// `interrupt`: ends the turn that runs.
    record Interrupt() implements LiveAction {}

    /// `decide`: answers a question of the agent.
    record Decide(
            @Nullable String requestId,
            @Nullable Answer decision,
            @Nullable String reason,
            @Nullable JsonNode input)
            implements LiveAction {}

    /// `switchModel`
    record SwitchModel(@Nullable String model) implements LiveAction {}

    /// `switchMode`
    record SwitchMode(@Nullable Permission permission) implements LiveAction {}

    /// `close`: ends the session. It can be resumed.
    record Close() implements LiveAction {}

    /// The possible decisions.
    enum Answer {
        @JsonProperty("allow")
        ALLOW(Action.Decision.ALLOW),
        @JsonProperty("allow_for_session")
        ALLOW_FOR_SESSION(Action.Decision.ALLOW_FOR_SESSION),
        @JsonProperty("deny")
        DENY(Action.Decision.DENY);

        private final Action.Decision decision;

        Answer(Action.Decision decision) {
            this.decision = decision;
        }

        /// The answer with what belongs to it, or why they do not fit.
        public Verdict with(@Nullable String reason, @Nullable JsonNode input) {
            if (reason != null && this != DENY) {
                throw Problem.invalid("Only a refusal has a reason.", "Leave \"reason\" out.");
            }
            if (input != null && this == DENY) {
                throw Problem.invalid("A refusal has no input.", "Leave \"input\" out.");
            }
            return new Verdict(decision, reason, input);
        }
    }

    static LiveAction read(ObjectNode message) {
        return Messages.read(
                message, "The action", Messages.known(message, "The action", Shapes.ALL));
    }

    /// The one list of types.
    final class Shapes {
        static final Map<String, Class<? extends LiveAction>> ALL = new LinkedHashMap<>();

        static {
            ALL.put("prompt", Prompt.class);
            ALL.put("cancel", Cancel.class);
            ALL.put("interrupt", Interrupt.class);
            ALL.put("decide", Decide.class);
            ALL.put("switchModel", SwitchModel.class);
            ALL.put("switchMode", SwitchMode.class);
            ALL.put("close", Close.class);
        }

        private Shapes() {}
    }
}
