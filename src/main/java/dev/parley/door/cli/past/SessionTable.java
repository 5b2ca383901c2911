package dev.parley.door.cli.past;

import dev.parley.api.SessionSummary;
import dev.parley.base.screen.ScreenStream;
import dev.parley.base.screen.Style;
import dev.parley.door.cli.shared.Ago;
import dev.parley.door.cli.shared.HomePath;
import dev.parley.door.cli.shared.Table;
import dev.parley.door.render.Printable;
import dev.parley.event.SessionKey;

import org.jspecify.annotations.Nullable;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Sessions as a list. For a person on a terminal each is one line with what tells it from the
/// others; into a pipe every value goes whole, and times are the same tomorrow.
final class SessionTable {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm");
    private static final int TITLE = 60;

    /// Looks up the shortest ids that are unique.
    @FunctionalInterface
    interface ShortIds {
        Map<SessionKey, String> of(List<SessionKey> keys) throws InterruptedException;
    }

    private final Clock clock;
    private final ZoneId zone;
    private final Path home;
    private final ShortIds shortIds;
    private final Function<String, Style> colours;

    /// @param colours of the agents
    SessionTable(
            Clock clock,
            ZoneId zone,
            Path home,
            ShortIds shortIds,
            Function<String, Style> colours) {
        this.clock = clock;
        this.zone = zone;
        this.home = home;
        this.shortIds = shortIds;
        this.colours = colours;
    }

    void print(List<SessionSummary> sessions, PrintStream out) throws InterruptedException {
        (ScreenStream.isScreen(out) ? forAPerson(sessions) : whole(sessions)).print(out);
    }

    private Table whole(List<SessionSummary> sessions) {
        var table = new Table("UPDATED", "SESSION", "PROJECT", "TITLE");
        for (var session : sessions) {
            var name = name(session);
            table.row(
                    TIME.format(session.lastUsed().atZone(zone)),
                    Printable.line(session.key().toString()),
                    project(session),
                    name.length() > TITLE ? name.substring(0, TITLE - 1) + "…" : name);
        }
        return table;
    }

    private Table forAPerson(List<SessionSummary> sessions) throws InterruptedException {
        var table =
                new Table("UPDATED", "AGENT", "SESSION", "PROJECT", "TITLE")
                        .whole(0, 2)
                        .paths(3)
                        .spare(1, 3)
                        .quiet(0)
                        .styled(colours, 1);
        var ids = shortIds.of(sessions.stream().map(SessionSummary::key).toList());
        for (var session : sessions) {
            table.row(
                    Ago.text(session.lastUsed(), clock.instant(), zone),
                    session.key().provider(),
                    ids.getOrDefault(session.key(), session.key().nativeId()),
                    HomePath.text(project(session), home),
                    name(session));
        }
        return table;
    }

    private static String project(SessionSummary session) {
        return Printable.line(Optional.ofNullable(session.project()).orElse(""));
    }

    private static String name(SessionSummary session) {
        var live = session.liveId() == null ? "" : "(live as " + session.liveId() + ") ";
        var room = session.room() == null ? "" : "(in the room " + session.room() + ") ";
        return live
                + room
                + (isFork(session) ? "(fork) " : moved("from ", session.movedFrom()))
                + moved("goes on in ", session.movedTo())
                + Printable.line(session.name());
    }

    private static boolean isFork(SessionSummary session) {
        var from = session.movedFrom();
        return from != null && from.provider().equals(session.key().provider());
    }

    private static String moved(String words, @Nullable SessionKey other) {
        return other == null ? "" : "(" + words + Printable.line(other.provider()) + ") ";
    }
}
