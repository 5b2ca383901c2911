package dev.parley.door.cli.change;

import dev.parley.api.RaceInfo;
import dev.parley.base.screen.Visible;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.StateStyle;
import dev.parley.door.cli.shared.Table;

import java.util.Locale;

/// A race as it stands, for people.
final class RaceTable {
    private RaceTable() {}

    static void print(RaceInfo race, Console console) {
        var table =
                new Table("", "MODEL", "STATUS", "CHECK", "CHANGED", "COST", "TIME", "WORKTREE")
                        .whole(0, 2, 3)
                        .numbers(5, 6)
                        .paths(7)
                        .spare(5, 6, 7)
                        .styled(StateStyle::of, 2, 3);
        for (var lane : race.lanes()) {
            var passed = lane.checkPassed();
            var cost = lane.costUsd();
            table.row(
                    "" + lane.number(),
                    Visible.oneLine(lane.model()),
                    lane.status().wireName(),
                    passed == null ? "" : passed ? "passed" : "failed",
                    lane.files() == null
                            ? ""
                            : lane.files() + " files +" + lane.added() + " -" + lane.removed(),
                    cost == null ? "" : String.format(Locale.ROOT, "$%.4f", cost),
                    lane.durationMs() == null ? "" : lane.durationMs() / 1000 + " s",
                    lane.worktree() == null ? "" : lane.worktree());
        }
        table.print(console.out());
        var judgement = race.judgement();
        if (judgement != null) {
            var words = judgement.text() == null ? judgement.error() : judgement.text();
            console.out().println();
            console.out().println(Visible.oneLine(judgement.model()) + " advises:");
            console.outside(words == null ? "(not yet)" : words);
        }
        for (var lane : race.lanes()) {
            if (lane.error() != null) {
                console.complain(Visible.oneLine(lane.model() + ": " + lane.error()));
            }
        }
    }
}
