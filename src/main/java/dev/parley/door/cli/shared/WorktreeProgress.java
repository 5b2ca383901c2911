package dev.parley.door.cli.shared;

import dev.parley.base.screen.Visible;

import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;

/// Has a running server make a worktree, and shows meanwhile what its set-up command prints.
public final class WorktreeProgress {
    private static final Duration AGAIN = Duration.ofMillis(300);

    private final RunningServer server;
    private final Console console;

    public WorktreeProgress(RunningServer server, Console console) {
        this.server = server;
        this.console = console;
    }

    /// @param wanted as the server takes it
    /// @return where it is
    public String create(ObjectNode wanted) throws InterruptedException {
        var info = server.post("/api/worktrees", wanted.put("background", true));
        var shown = "";
        while (true) {
            var said = info.path("setUp").asString("");
            // Of a long output the server keeps the end.
            var more = said.startsWith(shown) ? said.substring(shown.length()) : said;
            if (!more.isBlank()) {
                console.note(Visible.exactly(more.strip()));
            }
            shown = said;
            if (!info.path("settingUp").asBoolean(false)) {
                return info.path("path").asString("");
            }
            Thread.sleep(AGAIN);
            info = server.get("/api/worktrees/" + info.path("id").asString(""));
        }
    }
}
