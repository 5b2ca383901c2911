package dev.parley.door.cli.past;

import dev.parley.base.screen.ColumnWidth;
import dev.parley.base.screen.ScreenFilter;
import dev.parley.base.screen.ScreenStream;
import dev.parley.base.screen.Style;
import dev.parley.door.cli.shared.Ago;
import dev.parley.door.render.Printable;
import dev.parley.event.SessionKey;

import tools.jackson.databind.JsonNode;

import java.io.PrintStream;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.function.Function;

/// What a search found, for people: for each turn a line that tells where, and one with the words
/// that were looked for. On a terminal neither is wider than it; into a pipe both go whole.
final class SearchHits {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm");
    private static final String INDENT = "    ";
    private static final String GAP = "  ";

    /// How much stands before the first word that was looked for, at least.
    private static final int BEFORE = 3;

    private final PrintStream out;
    private final Clock clock;
    private final ZoneId zone;
    private final SessionTable.ShortIds shortIds;
    private final Function<String, Style> colours;

    SearchHits(
            PrintStream out,
            Clock clock,
            ZoneId zone,
            SessionTable.ShortIds shortIds,
            Function<String, Style> colours) {
        this.out = out;
        this.clock = clock;
        this.zone = zone;
        this.shortIds = shortIds;
        this.colours = colours;
    }

    void print(JsonNode hits) throws InterruptedException {
        if (!ScreenStream.isScreen(out)) {
            hits.forEach(this::whole);
            return;
        }
        var keys =
                hits.valueStream()
                        .flatMap(hit -> SessionKey.parse(hit.path("key").asString()).stream())
                        .toList();
        var ids = shortIds.of(keys);
        hits.forEach(hit -> forAPerson(hit, ids));
    }

    private void whole(JsonNode hit) {
        out.println(
                Printable.line(hit.path("key").asString())
                        + GAP
                        + title(hit)
                        + GAP
                        + TIME.format(time(hit).atZone(zone))
                        + GAP
                        + place(hit)
                        + (hit.has("liveId") ? ", live as " + hit.path("liveId").asString() : ""));
        if (hit.has("snippet")) {
            out.println(INDENT + inLine(hit.path("snippet").asString()));
        }
    }

    private static Instant time(JsonNode hit) {
        return Instant.parse(hit.path("timestamp").asString());
    }

    private static String title(JsonNode hit) {
        return Printable.line(hit.path("title").asString());
    }

    private static String place(JsonNode hit) {
        return "turn " + hit.path("turn").asInt() + ", " + hit.path("role").asString();
    }

    private void forAPerson(JsonNode hit, Map<SessionKey, String> ids) {
        var provider = hit.path("provider").asString();
        var id =
                SessionKey.parse(hit.path("key").asString())
                        .map(ids::get)
                        .orElse(hit.path("sessionId").asString());
        var ago = Ago.text(time(hit), clock.instant(), zone);
        var place = place(hit);
        var taken = ago.length() + provider.length() + id.length() + place.length();
        ScreenStream.print(out, Style.DIM, ago + GAP);
        ScreenStream.print(out, colours.apply(provider), provider);
        out.print(GAP + id + GAP);
        ScreenStream.print(out, Style.DIM, place);
        var room = columns() - taken - 4 * GAP.length();
        if (room > 1) {
            out.print(GAP + ColumnWidth.cut(ScreenFilter.whole(title(hit)), room));
        }
        out.println();
        if (hit.has("snippet")) {
            out.print(INDENT);
            snippet(hit, columns() - INDENT.length());
            out.println();
        }
    }

    private int columns() {
        return ScreenStream.columns(out);
    }

    /// The words that were looked for are bold, and in what is shown of the text.
    private void snippet(JsonNode hit, int room) {
        var text = hit.path("snippet").asString();
        var first = hit.path("marks").path(0).path(0).asInt(0);
        var at = first - BEFORE > room / 2 ? wordAt(text, first - room / BEFORE) : 0;
        var left = room;
        if (at > 0) {
            out.print("…");
            left--;
        }
        for (var mark : hit.path("marks")) {
            var start = Math.clamp(mark.path(0).asInt(), at, text.length());
            var end = Math.clamp(mark.path(1).asInt(), start, text.length());
            left = piece(text.substring(at, start), Style.PLAIN, left);
            left = piece(text.substring(start, end), Style.BOLD, left);
            at = end;
        }
        piece(text.substring(at), Style.PLAIN, left);
    }

    private static int wordAt(String text, int from) {
        var space = text.indexOf(' ', Math.clamp(from, 0, text.length()));
        return space < 0 ? 0 : space + 1;
    }

    /// @return how many columns are left behind it
    private int piece(String text, Style style, int left) {
        if (left <= 0) {
            return left;
        }
        var seen = ScreenFilter.whole(inLine(text));
        var cut = ColumnWidth.cut(seen, left);
        ScreenStream.print(out, style, cut);
        // What was cut ends the line.
        return cut.equals(seen) ? left - ColumnWidth.of(cut) : 0;
    }

    private static String inLine(String text) {
        return text.replaceAll("\\s", " ");
    }
}
