package dev.parley.door.openai;

import dev.parley.work.call.Call;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.Optional;

/// Reads how much a model is to think.
final class Efforts {
    private static final List<String> LEVELS =
            List.of("none", "minimal", "low", "medium", "high", "xhigh");

    private Efforts() {}

    static Optional<Call.Effort> read(JsonNode value, String name) {
        if (Parameters.isAbsent(value)) {
            return Optional.empty();
        }
        if (!LEVELS.contains(value.asString(""))) {
            throw ApiError.wrong(
                    name,
                    "Invalid value for '" + name + "'.",
                    "Use one of " + String.join(", ", LEVELS) + ".");
        }
        return Optional.of(new Call.Effort(value.asString(), name));
    }
}
