package dev.parley.api;

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
    public record Line(String name, UsageTotals totals) {}
}
