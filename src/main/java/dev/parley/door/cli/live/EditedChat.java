package dev.parley.door.cli.live;

import dev.parley.api.Model;
import dev.parley.api.NewSession;
import dev.parley.base.log.LogLine;
import dev.parley.base.screen.ScreenStream;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.SessionClient;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.logging.Handler;
import java.util.logging.Logger;

/// A chat on a terminal on which lines can be edited. The only one who loads the editor.
final class EditedChat {
    private final Chat chat;
    private final NewSession request;
    private final PrintStream above;

    private EditedChat(Chat chat, NewSession request, PrintStream above) {
        this.chat = chat;
        this.request = request;
        this.above = above;
    }

    /// Nothing on a terminal that cannot do it.
    static Optional<EditedChat> open(
            Program app, SessionClient sessions, Console console, NewSession request) {
        try {
            var terminal = EditedLines.terminal();
            var chat = new Chat[1];
            var lines =
                    new EditedLines(
                            terminal,
                            app.directories().chatHistory(),
                            new ChatCompleter(
                                    directory(request),
                                    () -> sessions.offer(chat[0].session()),
                                    models(app)));
            var above = lines.above(ScreenStream.hasStyles(console.out()));
            chat[0] =
                    new Chat(
                            sessions,
                            new Console(console.in(), above, above, true),
                            Chat.Input.KEYBOARD,
                            lines,
                            false,
                            app.signIns()::how);
            return Optional.of(new EditedChat(chat[0], request, above));
        } catch (IOException | IllegalStateException _) {
            return Optional.empty();
        }
    }

    private static Path directory(NewSession request) {
        var cwd = request.cwd();
        return Path.of(cwd == null ? "" : cwd).toAbsolutePath();
    }

    private static List<String> models(Program app) {
        return app.models().all().catalog().stream().map(Model::name).toList();
    }

    /// What is logged meanwhile stands above the line, too.
    int play() throws InterruptedException {
        var root = Logger.getLogger("");
        var usual = List.of(root.getHandlers());
        usual.stream().filter(LogLine.class::isInstance).forEach(root::removeHandler);
        Handler here = new LogLine(above);
        root.addHandler(here);
        try {
            return chat.play(request);
        } finally {
            root.removeHandler(here);
            usual.stream().filter(LogLine.class::isInstance).forEach(root::addHandler);
        }
    }
}
