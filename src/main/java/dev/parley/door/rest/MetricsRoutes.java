package dev.parley.door.rest;

import dev.parley.api.SessionInfo;
import dev.parley.base.resource.Version;
import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;
import dev.parley.work.LiveSessions;
import dev.parley.work.OpenTerminals;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// `/metrics`: figures of this server in the text format of Prometheus, for whoever has the token.
public final class MetricsRoutes {
    private final LiveSessions live;
    private final OpenTerminals terminals;
    private final Clock clock;
    private final Instant started;

    public MetricsRoutes(LiveSessions live, OpenTerminals terminals, Clock clock) {
        this.live = live;
        this.terminals = terminals;
        this.clock = clock;
        started = clock.instant();
    }

    public void register(Routes routes) {
        routes.get("/metrics", _ -> Response.text(200, text()));
    }

    private String text() throws InterruptedException {
        var sessions =
                live.list(LiveSessions.MOST, true).stream()
                        .filter(one -> one.state().isOpen())
                        .toList();
        var memory = Runtime.getRuntime();
        var text = new StringBuilder();
        head(text, "parley_info", "Which Parley this is.");
        text.append("parley_info{version=\"").append(Version.current()).append("\"} 1\n");
        gauge(
                text,
                "parley_uptime_seconds",
                "How long it has been running.",
                Duration.between(started, clock.instant()).toSeconds());
        gauge(
                text,
                "parley_memory_bytes",
                "Memory of the Java heap in use.",
                memory.totalMemory() - memory.freeMemory());
        head(text, "parley_live_sessions", "Open sessions by provider and state.");
        sessions.stream()
                .collect(
                        Collectors.groupingBy(
                                MetricsRoutes::labels, TreeMap::new, Collectors.counting()))
                .forEach((labels, count) ->
                        text.append("parley_live_sessions{%s} %d\n".formatted(labels, count)));
        gauge(
                text,
                "parley_warm_sessions",
                "Open sessions that have a process.",
                count(sessions, SessionInfo::isWarm));
        gauge(
                text,
                "parley_waiting_approvals",
                "Questions that wait for a person.",
                sessions.stream().mapToInt(SessionInfo::approvals).sum());
        gauge(text, "parley_terminals", "Open terminals.", terminals.list().size());
        return text.toString();
    }

    private static long count(List<SessionInfo> sessions, Predicate<SessionInfo> wanted) {
        return sessions.stream().filter(wanted).count();
    }

    /// The id of a provider is of letters, digits and dashes.
    private static String labels(SessionInfo session) {
        return "provider=\"%s\",state=\"%s\""
                .formatted(session.provider(), session.state().wireName());
    }

    private static void gauge(StringBuilder text, String name, String help, long value) {
        head(text, name, help);
        text.append(name).append(' ').append(value).append('\n');
    }

    private static void head(StringBuilder text, String name, String help) {
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
        text.append("# TYPE ").append(name).append(" gauge\n");
    }
}
