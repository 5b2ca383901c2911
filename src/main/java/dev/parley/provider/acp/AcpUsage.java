package dev.parley.provider.acp;

import dev.parley.base.json.JsonPath;
import dev.parley.event.Usage;
import dev.parley.provider.AcpOptions;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.Optional;
import java.util.OptionalLong;

/// Counts the tokens of a turn, wherever the agent tells them: with the end of the turn, or with
/// each reply of the model.
final class AcpUsage {
    private final AcpOptions.Counted counted;
    private @Nullable Usage replies;
    private @Nullable Double sessionCost;
    private @Nullable Double costBefore;

    /// @param isNew a session whose cost begins at nothing; that of an earlier one is not known
    AcpUsage(AcpOptions options, boolean isNew) {
        counted = options.usage() == null ? AcpOptions.Counted.TURN : options.usage();
        sessionCost = isNew ? Double.valueOf(0) : null;
    }

    void begin() {
        replies = null;
        costBefore = sessionCost;
    }

    /// What may come with a piece of a message.
    void hearReply(JsonNode update) {
        read(update.path("_meta").path("usage"))
                .ifPresent(usage -> replies = replies == null ? usage : replies.plus(usage));
    }

    /// `usage_update`: how full the context is, and what the whole session has cost.
    void hearUpdate(JsonNode update) {
        var amount = update.path("cost").path("amount");
        if (amount.isNumber()
                && update.path("cost").path("currency").asString("USD").equals("USD")) {
            sessionCost = amount.asDouble();
        }
    }

    /// @param result the answer that ended the turn
    Optional<Usage> end(JsonNode result, boolean hasUsedTools) {
        if (replies != null) {
            return Optional.of(replies);
        }
        if (counted == AcpOptions.Counted.LAST_REPLY && hasUsedTools) {
            return Optional.empty();
        }
        return read(result.path("usage"))
                .map(this::withCost)
                .or(() -> quota(result.path("_meta").path("quota").path("token_count")));
    }

    private Usage withCost(Usage usage) {
        return sessionCost == null || costBefore == null || sessionCost <= costBefore
                ? usage
                : new Usage(
                        usage.inputTokens(),
                        usage.outputTokens(),
                        usage.cachedTokens(),
                        usage.reasoningTokens(),
                        sessionCost - costBefore);
    }

    private static Optional<Usage> quota(JsonNode count) {
        var input = JsonPath.number(count, "input_tokens");
        var output = JsonPath.number(count, "output_tokens");
        return input.isEmpty() || output.isEmpty() || input.getAsLong() + output.getAsLong() == 0
                ? Optional.empty()
                : Optional.of(Usage.of(input.getAsLong(), output.getAsLong()));
    }

    /// Some agents count cached tokens within the input and thoughts within the output, others
    /// beside them. Their total says which.
    private static Optional<Usage> read(JsonNode json) {
        var input = JsonPath.number(json, "inputTokens");
        var output = JsonPath.number(json, "outputTokens");
        if (input.isEmpty() || output.isEmpty() || input.getAsLong() + output.getAsLong() == 0) {
            return Optional.empty();
        }
        var cached = JsonPath.number(json, "cachedReadTokens");
        var written = JsonPath.number(json, "cachedWriteTokens").orElse(0);
        var thoughts = JsonPath.number(json, "thoughtTokens");
        var sum = input.getAsLong() + output.getAsLong();
        var beside = JsonPath.number(json, "totalTokens").orElse(sum) - sum;
        var besideInput = cached.orElse(0) + written;
        var isInputBeside =
                beside > 0 && (beside == besideInput || beside == besideInput + thoughts.orElse(0));
        var areThoughtsBeside =
                beside > 0
                        && (beside == thoughts.orElse(0)
                                || beside == besideInput + thoughts.orElse(0));
        return Optional.of(
                new Usage(
                        input.getAsLong() + (isInputBeside ? besideInput : 0),
                        output.getAsLong() + (areThoughtsBeside ? thoughts.orElse(0) : 0),
                        boxed(cached),
                        boxed(thoughts),
                        null));
    }

    private static @Nullable Long boxed(OptionalLong number) {
        return number.isPresent() ? Long.valueOf(number.getAsLong()) : null;
    }
}
