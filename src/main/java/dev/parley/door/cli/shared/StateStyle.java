package dev.parley.door.cli.shared;

import dev.parley.base.screen.Style;

/// The colour of a word that says how something stands: green is well, yellow waits for somebody,
/// red went wrong. The word says it all; without colours nothing is lost.
public final class StateStyle {
    private StateStyle() {}

    public static Style of(String word) {
        return switch (word) {
            case "yes", "ok", "passed", "done", "applied", "confirmed" -> Style.GREEN;
            case "running", "doing", "working", "open" -> Style.CYAN;
            case "not seen", "proposed", "waiting", "paused", "review", "disputed" -> Style.YELLOW;
            case "NO", "PROBLEM", "failed", "error", "rejected", "conflict", "timeout" -> Style.RED;
            case "no", "-", "unknown", "default" -> Style.DIM;
            default -> Style.PLAIN;
        };
    }
}
