package dev.parley.provider.codex;

import dev.parley.event.Event;
import dev.parley.event.Usage;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.Optional;

/// The tokens of a thread. Codex repeats its running total, also after attempts that failed, so a
/// turn is what the total grew by.
final class CodexUsage {
    private static final Usage NONE = new Usage(0, 0, 0L, 0L, null);

    private @Nullable Usage counted;
    private Usage total = NONE;

    /// @param isResumed a resumed thread goes on from a total that we do not know yet
    CodexUsage(boolean isResumed) {
        counted = isResumed ? null : NONE;
    }

    void updated(JsonNode usage, boolean isInTurn) {
        total = read(usage.path("total"));
        if (counted == null) {
            // The first call of the turn is in it already.
            counted = isInTurn ? minus(total, read(usage.path("last"))) : total;
        }
    }

    /// What was used since this was last asked.
    Optional<Event> take() {
        var used = minus(total, counted == null ? NONE : counted);
        counted = counted == null ? null : total;
        return used.inputTokens() > 0 || used.outputTokens() > 0
                ? Optional.of(new Event.TokensUsed(used))
                : Optional.empty();
    }

    private static Usage read(JsonNode json) {
        return new Usage(
                json.path("inputTokens").asLong(0),
                json.path("outputTokens").asLong(0),
                json.path("cachedInputTokens").asLong(0),
                json.path("reasoningOutputTokens").asLong(0),
                null);
    }

    private static Usage minus(Usage all, Usage part) {
        return new Usage(
                all.inputTokens() - part.inputTokens(),
                all.outputTokens() - part.outputTokens(),
                number(all.cachedTokens()) - number(part.cachedTokens()),
                number(all.reasoningTokens()) - number(part.reasoningTokens()),
                null);
    }

    private static long number(@Nullable Long value) {
        return value == null ? 0 : value;
    }
}
