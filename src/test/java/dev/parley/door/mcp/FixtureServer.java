package dev.parley.door.mcp;

import dev.parley.door.http.Door;
import dev.parley.door.http.Gate;
import dev.parley.door.http.HttpServer;
import dev.parley.door.http.Routes;
import dev.parley.door.http.Token;
import dev.parley.store.OwnerProcess;
import dev.parley.store.sqlite.Database;
import dev.parley.store.sqlite.SqliteJobStore;
import dev.parley.tool.McpChanges;
import dev.parley.tool.McpFeatures;
import dev.parley.tool.McpServer;
import dev.parley.work.Jobs;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/// `/mcp` as it is, with fixtures behind it, open to everybody on this machine: the suites show no
/// token.
final class FixtureServer implements AutoCloseable {
    private final Database database;
    private final Jobs jobs;
    private final McpRoutes mcp;
    private final HttpServer http;
    private final int port;

    FixtureServer(Path directory) {
        this(directory, Duration.ofSeconds(45));
    }

    /// @param patience of every client
    FixtureServer(Path directory, Duration patience) {
        database = new Database(directory.resolve("parley.db"));
        jobs = new Jobs(new SqliteJobStore(database, OwnerProcess.self()), Clock.systemUTC());
        var changes = new McpChanges();
        var features =
                new McpFeatures(
                        "Fixtures.",
                        new FixtureTools(changes),
                        Optional.of(new FixtureTexts()),
                        Optional.of(FixtureTexts.resources()),
                        Optional.of(jobs),
                        Optional.of(changes));
        mcp =
                new McpRoutes(
                        new McpServer("1.0.0"),
                        _ -> new McpServer.Client(features, "user", _ -> patience),
                        Duration.ofSeconds(5));
        var gate = new Gate(Token.unknown(), Clock.systemUTC());
        http = new HttpServer(0, gate, new Routes().add(Door.open("mcp", mcp::register)));
        port = http.start();
    }

    String url() {
        return "http://127.0.0.1:" + port + "/mcp";
    }

    Jobs jobs() {
        return jobs;
    }

    @Override
    public void close() {
        mcp.close();
        http.close();
        jobs.close();
        database.close();
    }

    /// By hand: prints its address and waits.
    public static void main(String[] args) throws InterruptedException {
        try (var server = new FixtureServer(Path.of(args[0]))) {
            System.out.println(server.url());
            Thread.currentThread().join();
        }
    }
}
