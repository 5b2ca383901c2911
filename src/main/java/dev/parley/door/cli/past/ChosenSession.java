package dev.parley.door.cli.past;

import dev.parley.api.SessionsRequest;
import dev.parley.base.problem.Problem;
import dev.parley.base.screen.ScreenStream;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;

import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.util.Optional;

/// The session that a command is about: the one that is named, or else one that a person picks.
final class ChosenSession {
    /// As many of the newest ones are there to pick from.
    private static final int MOST = 500;

    @Parameters(
            arity = "0..1",
            paramLabel = "SESSION",
            description =
                    "provider:id, an id, the beginning of one, or \"last\". In a terminal you can leave it out and pick one.")
    private String name = "";

    /// The history has to be up to date.
    ///
    /// @return nothing if the person wants none
    Optional<String> name(Program app, Console console) throws InterruptedException {
        if (!name.isEmpty()) {
            return Optional.of(name);
        }
        if (!Boolean.getBoolean("parley.keyboard") || !ScreenStream.canGoBack(console.out())) {
            throw Problem.invalid(
                    "No session is named.",
                    "Say \"last\", or an id of `parley sessions`. In a terminal you can pick one.");
        }
        var newest =
                app.historyVerbs()
                        .list()
                        .page(
                                new SessionsRequest(
                                        Optional.empty(),
                                        Optional.empty(),
                                        Optional.empty(),
                                        false,
                                        0,
                                        MOST))
                        .sessions();
        if (newest.isEmpty()) {
            throw Problem.notFound(
                    "There is no session yet.", "Those of every CLI appear here by themselves.");
        }
        try {
            return SessionPicker.pick(newest, app.zone()).map(one -> one.key().toString());
        } catch (IOException | IllegalStateException _) {
            throw Problem.invalid(
                    "This terminal cannot show a list to pick from.",
                    "Say \"last\", or an id of `parley sessions`.");
        }
    }
}
