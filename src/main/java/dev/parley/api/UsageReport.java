package dev.parley.api;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// What was used, added up.
///
/// @param isComplete whether all files have been looked at
/// @param unpricedModels models that were used and have no price
public record UsageReport(
        UsageBy by, boolean isComplete, List<Line> lines, List<String> unpricedModels) {
    public UsageReport {
        lines = List.copyOf(lines);
        unpricedModels = List.copyOf(unpricedModels);
    }

    /// @param name a day, a model, …
    /// @param title of a session, for people
    /// @param models what came of which model, if that was asked for
    public record Line(String name, @Nullable String title, UsageTotals totals, List<Line> models) {
        public Line {
            models = List.copyOf(models);
        }
    }
}
