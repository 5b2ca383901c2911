package dev.parley.door.cli.change;

import dev.parley.api.PendingApproval;
import dev.parley.api.RaceInfo;
import dev.parley.api.RaceRequest;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.base.screen.Visible;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.RunningServer;
import dev.parley.event.Action;

import java.util.HashSet;
import java.util.Set;

/// Where a race runs. Belongs to one thread.
interface RaceHost {
    RaceInfo start(RaceRequest request) throws InterruptedException;

    RaceInfo info(String id) throws InterruptedException;

    /// Looks after what agents of a race ask permission for.
    void questions(RaceInfo race) throws InterruptedException;

    private static boolean isOf(RaceInfo race, PendingApproval question) {
        return race.lanes().stream().anyMatch(lane -> question.session().equals(lane.session()));
    }

    /// The server that runs: its page shows the race, and there is somebody to ask.
    final class OnServer implements RaceHost {
        private final RunningServer server;
        private final Console console;
        private final Set<String> said = new HashSet<>();

        OnServer(RunningServer server, Console console) {
            this.server = server;
            this.console = console;
        }

        @Override
        public RaceInfo start(RaceRequest request) throws InterruptedException {
            return Json.read(server.post("/api/races", Json.tree(request)), RaceInfo.class);
        }

        @Override
        public RaceInfo info(String id) throws InterruptedException {
            return Json.read(server.get("/api/races/" + RunningServer.part(id)), RaceInfo.class);
        }

        @Override
        public void questions(RaceInfo race) throws InterruptedException {
            for (var question : server.approvals()) {
                if (isOf(race, question) && said.add(question.id().toString())) {
                    console.note(
                            question.provider()
                                    + " asks for "
                                    + question.wish()
                                    + ": parley approvals allow "
                                    + question.id());
                }
            }
        }
    }

    /// This process, where nobody can be asked: as in a single turn, what would need a yes is
    /// refused.
    final class Here implements RaceHost {
        private final Program app;
        private final Console console;

        Here(Program app, Console console) {
            this.app = app;
            this.console = console;
        }

        @Override
        public RaceInfo start(RaceRequest request) throws InterruptedException {
            return app.races().start(request);
        }

        @Override
        public RaceInfo info(String id) throws InterruptedException {
            return app.races().info(id);
        }

        @Override
        public void questions(RaceInfo race) throws InterruptedException {
            for (var question : app.live().approvals()) {
                if (isOf(race, question)) {
                    refuse(question);
                }
            }
        }

        private void refuse(PendingApproval question) throws InterruptedException {
            try {
                app.live()
                        .ask(
                                question.session(),
                                Action.Decide.deny(
                                        question.requestId(), "Nobody can be asked here."));
                console.complain(
                        Visible.oneLine(
                                question.provider()
                                        + " was refused "
                                        + question.wish()
                                        + ": nobody can be asked here. Start parley up first, or"
                                        + " use --permission bypass."));
            } catch (Problem _) {
                // A rule was quicker, or the agent is gone.
            }
        }
    }
}
