package dev.parley.work.race;

import dev.parley.api.RaceInfo;
import dev.parley.base.problem.Problem;
import dev.parley.work.change.LiveWorktrees;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;

/// What a judge gets to see of a race, and what is read from its words.
final class RaceMaterial {
    private static final int LONGEST_PATCH = 60_000;
    private static final int LONGEST_OUTPUT = 1_000;
    private static final String LANE = "LANE ";

    private RaceMaterial() {}

    static String of(RaceInfo race, LiveWorktrees worktrees) throws InterruptedException {
        var text = new StringBuilder("The task was:\n").append(race.task()).append('\n');
        for (var lane : race.lanes()) {
            text.append("\nLANE ")
                    .append(lane.number())
                    .append(" by ")
                    .append(lane.model())
                    .append(": ")
                    .append(lane.status().wireName());
            if (lane.checkPassed() != null) {
                text.append(", check ").append(lane.checkPassed() ? "passed" : "failed");
            }
            text.append('\n');
            var output = lane.checkOutput();
            if (output != null && !output.isBlank()) {
                text.append("The end of its check:\n")
                        .append(output.substring(Math.max(0, output.length() - LONGEST_OUTPUT)))
                        .append('\n');
            }
            if (lane.worktree() != null) {
                text.append(patch(lane.worktree(), worktrees));
            }
        }
        return text.toString();
    }

    private static String patch(String worktree, LiveWorktrees worktrees)
            throws InterruptedException {
        try {
            var patch = new String(worktrees.patch(worktree), StandardCharsets.UTF_8);
            return patch.length() <= LONGEST_PATCH
                    ? patch
                    : patch.substring(0, LONGEST_PATCH)
                            + "\n(The patch goes on; "
                            + patch.length()
                            + " characters in all.)\n";
        } catch (Problem problem) {
            return "Its patch cannot be shown: " + problem.message() + "\n";
        }
    }

    /// The lane that the first line of a judge's words names.
    static @Nullable Integer lane(String words, int count) {
        var first = words.strip().lines().findFirst().orElse("");
        if (!first.startsWith(LANE)) {
            return null;
        }
        try {
            var lane = Integer.parseInt(first.substring(LANE.length()).strip());
            return lane >= 1 && lane <= count ? lane : null;
        } catch (NumberFormatException _) {
            return null;
        }
    }
}
