package dev.parley;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.api.NewSession;
import dev.parley.event.Action;
import dev.parley.event.EndReason;
import dev.parley.event.Event;
import dev.parley.event.Permission;
import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ScriptedModel;
import dev.parley.testing.real.EveryLiveCli;
import dev.parley.testing.real.RealCli;
import dev.parley.testing.real.RealParley;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/// Tools that users declare and that go wrong, inside every real CLI: each is an answer that the
/// model reads, and the turn goes on.
@Tag("real")
class RealRoughToolsTest {
    private static final List<String> TOOLS = List.of("crash", "garbage", "never");

    @TempDir Path temp;

    private static void declare(Path folder, String name, int seconds, String script)
            throws IOException {
        var command = Files.writeString(folder.resolve(name + ".sh"), "#!/bin/sh\n" + script);
        Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwx------"));
        Files.writeString(
                folder.resolve(name + ".json"),
                """
                {"name":"%s","description":"Goes wrong.","command":["./%s.sh"],"timeoutSeconds":%d}
                """
                        .formatted(name, name, seconds));
    }

    @EveryLiveCli
    void whatAToolDoesWrongIsToldToTheModel(RealCli cli) throws Exception {
        var directory = Files.createDirectories(temp.toRealPath().resolve(cli.id()));
        var replies = new ArrayList<Reply>();
        TOOLS.forEach(tool -> replies.add(Reply.tool(cli.nameOfTool(tool), "{}")));
        replies.add(Reply.text("thank you"));
        try (var model = ScriptedModel.saying(replies.toArray(Reply[]::new))) {
            var parley = RealParley.with(cli, directory, model);
            var folder = Files.createDirectories(directory.resolve("parley/config/tools"));
            declare(folder, "crash", 60, "echo the disk is gone >&2\nkill -9 $$\n");
            declare(folder, "garbage", 60, "printf '\\000\\001\\377\\376{\"a\":\\033[2Jrubbish'\n");
            declare(folder, "never", 1, "sleep 1000 & exec sleep 1000\n");
            var events = new ArrayList<Event>();
            try (var app = new App(parley.variables())) {
                var mode = cli == RealCli.KIMI ? Permission.EDIT : Permission.ASK;
                app.sessions()
                        .turn(
                                NewSession.with(cli.id(), parley.work().toString(), mode)
                                        .withTools(TOOLS)
                                        .saying(Action.Prompt.of("use your tools")),
                                logged -> events.add(logged.envelope().event()));
            }
            var requests = model.mainRequests();
            assertThat(requests).hasSize(4);
            assertThat(requests.get(1).toolResults().getLast())
                    .contains("ended with code 137", "the disk is gone");
            assertThat(requests.get(2).toolResults().getLast()).contains("rubbish");
            assertThat(requests.get(3).toolResults().getLast())
                    .contains("longer than 1 s and was ended");
            assertThat(events)
                    .filteredOn(Event.ToolCalled.class::isInstance)
                    .extracting(event -> ((Event.ToolCalled) event).name())
                    .containsExactlyElementsOf(TOOLS);
            assertEquals(EndReason.COMPLETED, ((Event.TurnEnded) events.getLast()).reason());
        }
    }
}
