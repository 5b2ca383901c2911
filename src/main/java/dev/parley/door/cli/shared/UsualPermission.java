package dev.parley.door.cli.shared;

import dev.parley.base.problem.Problem;
import dev.parley.event.Permission;
import dev.parley.work.run.Runs;

import java.nio.charset.StandardCharsets;
import java.util.Scanner;

/// What an agent may do in a single turn where a command does not say it: nothing that would need a
/// question. One that only knows how to do everything does so when the person at the keyboard says
/// yes.
///
/// @param isAtKeyboard somebody is there to be asked
public record UsualPermission(Console console, boolean isAtKeyboard) {
    public Permission of(Runs.Modes modes) {
        if (modes.permissions().contains(Permission.ASK)
                || !modes.permissions().contains(Permission.BYPASS)) {
            return Permission.ASK;
        }
        if (isAtKeyboard) {
            console.say(
                    modes.name()
                            + " cannot be held back in a single turn: it may do everything. Go on? [y]es, [n]o ");
            console.err().flush();
            if (isYes()) {
                return Permission.BYPASS;
            }
        }
        throw Problem.invalid(
                modes.name() + " cannot be held back in a single turn: it may do everything.",
                "Say --permission bypass if it may, or have it ask you: parley chat.");
    }

    private boolean isYes() {
        // Not closed: it is the console's.
        var lines = new Scanner(console.in(), StandardCharsets.UTF_8);
        return lines.hasNextLine() && lines.nextLine().strip().matches("(?i)y|yes");
    }
}
