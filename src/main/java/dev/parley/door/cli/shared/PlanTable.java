package dev.parley.door.cli.shared;

import dev.parley.api.UndoPlan;
import dev.parley.base.screen.Visible;

/// What would be written into a tree, or was, for people.
public final class PlanTable {
    private PlanTable() {}

    /// @param nothing what to say where there is nothing to write
    public static void print(UndoPlan plan, String nothing, Console console) {
        if (plan.files().isEmpty() && plan.conflicts().isEmpty()) {
            console.out().println(nothing);
        } else {
            var table = new Table("WHAT", "FILE");
            plan.files()
                    .forEach(file ->
                            table.row(file.action().wireName(), Visible.oneLine(file.path())));
            plan.conflicts()
                    .forEach(file ->
                            table.row(
                                    "conflict",
                                    Visible.oneLine(file.path() + " (" + file.reason() + ")")));
            table.print(console.out());
        }
        for (var file : plan.leftOut()) {
            console.complain(
                    Visible.oneLine(
                            file.path()
                                    + " stays where it is ("
                                    + file.why().wireName().replace('_', ' ')
                                    + ")"));
        }
    }
}
