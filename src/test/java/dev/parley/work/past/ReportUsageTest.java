package dev.parley.work.past;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.api.Progress;
import dev.parley.api.SessionId;
import dev.parley.api.UsageBy;
import dev.parley.api.UsageReport.Line;
import dev.parley.api.UsageRequest;
import dev.parley.event.SessionKey;
import dev.parley.history.History;
import dev.parley.provider.SessionWriters;
import dev.parley.store.RoomSessions;
import dev.parley.store.TicketStore.SessionLink;
import dev.parley.testing.LiveServer;
import dev.parley.testing.StoredMachine;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class ReportUsageTest {
    @TempDir Path directory;

    private final Map<SessionKey, String> tickets = new HashMap<>();

    private ReportUsage usage() throws Exception {
        var machine = new StoredMachine(directory);
        var history = new History(machine::places, directory.resolve("index"));
        history.refresh(Progress.SILENT);
        var prices = directory.resolve("prices.json");
        return new ReportUsage(history, prices, () -> tickets, Clock.systemUTC(), _ -> {});
    }

    private static UsageRequest by(UsageBy what) {
        return new UsageRequest(
                what,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false);
    }

    private static long tokens(List<Line> lines) {
        return lines.stream().mapToLong(line -> line.totals().tokens()).sum();
    }

    @Test
    void sessionsOfATicketAreAddedUpAndTheRestIsTold() throws Exception {
        var usage = usage();
        var sessions = usage.report(by(UsageBy.SESSION)).lines();
        var two = sessions.subList(0, 2);
        two.forEach(line -> tickets.put(key(line.name()), "T7"));

        var byTicket = usage.report(by(UsageBy.TICKET)).lines();

        assertThat(byTicket)
                .extracting(Line::name)
                .containsExactlyInAnyOrder("T7", UsageBy.NO_TICKET);
        assertEquals(tokens(sessions), tokens(byTicket));
        var own = byTicket.stream().filter(line -> line.name().equals("T7")).toList();
        assertEquals(tokens(two), tokens(own));
    }

    private static SessionKey key(String name) {
        var colon = name.indexOf(':');
        return new SessionKey(name.substring(0, colon), name.substring(colon + 1));
    }

    @Test
    void aTicketIsFoundByTheNameItsProviderGaveTheSession() throws Exception {
        try (var server = new LiveServer(directory)) {
            var body = "{\"provider\":\"demo\",\"cwd\":\"" + server.directory() + "\"";
            var started = server.post("/api/live", body + ",\"prompt\":\"brief\"}").json();
            var id = SessionId.of(started.path("id").asString());
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> server.app().sessions().info(id).nativeId() != null);
            var live =
                    new LiveNow(
                            new SessionWriters(directory.resolve("writers")),
                            server.app().sessions(),
                            new RoomSessions(directory.resolve("rooms.jsonl")),
                            Map::of);

            var names =
                    live.tickets(
                            List.of(
                                    SessionLink.fresh(3, SessionId.random()),
                                    SessionLink.fresh(5, id),
                                    SessionLink.fresh(7, id)));

            var named = server.app().sessions().info(id).nativeId();
            assertEquals(Map.of("demo:" + named, "T7"), text(names));
            assertEquals(200, server.get("/api/usage?by=ticket").status());
        }
    }

    private static Map<String, String> text(Map<SessionKey, String> names) {
        var text = new HashMap<String, String>();
        names.forEach((key, ticket) -> text.put(key.toString(), ticket));
        return text;
    }
}
