package dev.parley.door.cli.past;

import dev.parley.api.SessionSummary;
import dev.parley.base.screen.ColumnWidth;
import dev.parley.base.screen.ScreenFilter;
import dev.parley.door.cli.shared.Ago;
import dev.parley.door.cli.shared.HomePath;
import dev.parley.door.render.Printable;

import org.jline.keymap.BindingReader;
import org.jline.keymap.KeyMap;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/// Lets a person pick one of the newest sessions by typing: arrows move, Enter takes it, Esc leaves
/// all as it was. Leaves nothing of itself on the terminal.
final class SessionPicker implements AutoCloseable {
    private static final int ROWS = 10;
    private static final int AGE = 10;
    private static final int AGENT = 8;
    private static final int PROJECT = 22;
    private static final long ESCAPE_MILLIS = 60;

    /// What a key does.
    private enum Key {
        UP,
        DOWN,
        PAGE_UP,
        PAGE_DOWN,
        ENTER,
        ESCAPE,
        ERASE,
        ERASE_ALL,
        TEXT,
        NOTHING
    }

    private final Terminal terminal;
    private final ZoneId zone;
    private final PickList<SessionSummary> list;
    private int drawn;

    private SessionPicker(Terminal terminal, List<SessionSummary> sessions, ZoneId zone) {
        this.terminal = terminal;
        this.zone = zone;
        list = new PickList<>(sessions, SessionPicker::words);
    }

    /// @return nothing if the person picked none
    static Optional<SessionSummary> pick(List<SessionSummary> sessions, ZoneId zone)
            throws IOException {
        var terminal =
                TerminalBuilder.builder()
                        .name("parley")
                        .system(true)
                        .provider("ffm")
                        .dumb(false)
                        .stdinEncoding(StandardCharsets.UTF_8)
                        .stdoutEncoding(StandardCharsets.UTF_8)
                        .graphemeCluster(false)
                        .build();
        try (var picker = new SessionPicker(terminal, sessions, zone)) {
            return picker.run();
        }
    }

    private static String words(SessionSummary session) {
        return session.key() + " " + session.project() + " " + session.name();
    }

    private Optional<SessionSummary> run() {
        var before = terminal.enterRawMode();
        var raw = new Attributes(terminal.getAttributes());
        raw.setLocalFlag(Attributes.LocalFlag.ISIG, false); // Ctrl-C is a key like Esc
        terminal.setAttributes(raw);
        try {
            var reader = new BindingReader(terminal.reader());
            var keys = keys();
            while (true) {
                draw();
                var key = reader.readBinding(keys);
                if (key == null || key == Key.ESCAPE) {
                    return Optional.empty();
                }
                if (key == Key.ENTER && list.chosen().isPresent()) {
                    return list.chosen();
                }
                press(key, reader.getLastBinding());
            }
        } finally {
            erase();
            terminal.flush();
            terminal.setAttributes(before);
        }
    }

    private static KeyMap<Key> keys() {
        var keys = new KeyMap<Key>();
        keys.setUnicode(Key.TEXT);
        keys.setNomatch(Key.NOTHING);
        keys.setAmbiguousTimeout(ESCAPE_MILLIS);
        for (var c = ' '; c < 127; c++) {
            keys.bind(Key.TEXT, String.valueOf(c));
        }
        keys.bind(Key.UP, "\u001b[A", "\u001bOA", KeyMap.ctrl('P'));
        keys.bind(Key.DOWN, "\u001b[B", "\u001bOB", KeyMap.ctrl('N'));
        keys.bind(Key.PAGE_UP, "\u001b[5~");
        keys.bind(Key.PAGE_DOWN, "\u001b[6~");
        keys.bind(Key.ENTER, "\r", "\n");
        keys.bind(Key.ESCAPE, "\u001b", KeyMap.ctrl('C'), KeyMap.ctrl('D'));
        keys.bind(Key.ERASE, "\u007f", "\b");
        keys.bind(Key.ERASE_ALL, KeyMap.ctrl('U'), KeyMap.ctrl('W'));
        return keys;
    }

    private void press(Key key, String text) {
        switch (key) {
            case UP -> list.move(-1);
            case DOWN -> list.move(1);
            case PAGE_UP -> list.move(-ROWS);
            case PAGE_DOWN -> list.move(ROWS);
            case ERASE -> list.erase();
            case ERASE_ALL -> list.eraseAll();
            case TEXT -> list.type(text);
            case ENTER, ESCAPE, NOTHING -> {}
        }
    }

    private void draw() {
        erase();
        var rows = Math.clamp(terminal.getHeight() - 3, 1, ROWS);
        var chosen = list.chosen();
        for (var session : list.shown(rows)) {
            var isChosen = chosen.filter(session::equals).isPresent();
            line(isChosen ? "\u001b[7m" : "", (isChosen ? "> " : "  ") + text(session));
        }
        line("\u001b[2m", list.found() + " sessions; type to find, Enter takes one, Esc none");
        var question = "Which session? " + ScreenFilter.whole(list.typed());
        terminal.writer().print(ColumnWidth.cut(question, terminal.getWidth() - 1));
        terminal.flush();
    }

    private void line(String style, String text) {
        terminal.writer().print(style + ColumnWidth.cut(text, terminal.getWidth() - 1));
        terminal.writer().print("\u001b[0m\r\n");
        drawn++;
    }

    private void erase() {
        if (drawn > 0) {
            terminal.writer().print("\u001b[" + drawn + "A");
        }
        terminal.writer().print("\r\u001b[J");
        drawn = 0;
    }

    private String text(SessionSummary session) {
        var project = session.project() == null ? "" : session.project();
        var place = HomePath.text(ScreenFilter.whole(project), HomePath.ofTheUser());
        return wide(Ago.text(session.lastUsed(), Instant.now(), zone), AGE)
                + wide(session.key().provider(), AGENT)
                + wide(place, PROJECT)
                + ScreenFilter.whole(Printable.line(session.name()));
    }

    private static String wide(String text, int columns) {
        var cut = ColumnWidth.cut(text, columns);
        return cut + " ".repeat(columns + 2 - ColumnWidth.of(cut));
    }

    @Override
    public void close() throws IOException {
        terminal.close();
    }
}
