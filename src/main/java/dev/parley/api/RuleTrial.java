package dev.parley.api;

import java.time.Instant;
import java.util.List;

/// What a rule about approvals would have done in the past.
///
/// @param asked how many questions of agents were looked at
/// @param answered how many of them it would have answered
public record RuleTrial(String rule, int asked, int answered, List<Example> examples) {
    public RuleTrial {
        examples = List.copyOf(examples);
    }

    /// One question.
    ///
    /// @param row where it was asked
    public record Example(String ref, String row, String what, Instant time, boolean isAnswered) {}
}
