package dev.parley.testing;

import dev.parley.event.Envelope;
import dev.parley.event.Event;
import dev.parley.event.Permission;
import dev.parley.process.Supervisor;
import dev.parley.provider.Installations;
import dev.parley.provider.ModelCatalog;
import dev.parley.provider.ProviderEnvironment;
import dev.parley.provider.SessionWriters;
import dev.parley.provider.builtin.BuiltIn;
import dev.parley.work.run.Limits;
import dev.parley.work.run.OneShot;
import dev.parley.work.run.Outcome;
import dev.parley.work.run.RunRequest;
import dev.parley.work.run.Runs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// A user's own provider whose CLI is a shell script, and everything needed to run it.
public final class StubAgent implements AutoCloseable {
    private static final String PROFILE =
            """
            { "id": "stub", "name": "Stub", "command": { "env": "STUB_CMD", "name": "stub" },
              "home": { "path": "~/.stub" }, "install": "write it",
              "oneShot": { "format": "%s", "start": ["run", "{options}"], "resume": ["resume", "{session}"],
                           "permissions": { "ask": {}, "bypass": { "arguments": ["--yes"] } } } }
            """;

    private final Path directory;
    private final Supervisor supervisor;
    private final Runs runs;
    private final List<Envelope> envelopes = new CopyOnWriteArrayList<>();

    /// @param script the body of the shell script
    public StubAgent(Path directory, String format, Limits limits, String script) {
        try {
            this.directory = directory.toRealPath();
            var profiles = Files.createDirectories(directory.resolve("providers"));
            Files.writeString(profiles.resolve("stub.json"), PROFILE.formatted(format));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        var command = Stub.script(this.directory, "stub", script).toString();
        var environment =
                Map.of("PATH", "/usr/bin:/bin", "STUB_CMD", command, "HOME", directory.toString());
        supervisor = new Supervisor(directory.resolve("ledgers"));
        var installations =
                new Installations(
                        supervisor, environment, directory.resolve("versions"), Clock.systemUTC());
        var environments = new ProviderEnvironment(environment, Map.of());
        var oneShot =
                new OneShot(
                        supervisor,
                        installations,
                        environments,
                        new SessionWriters(directory.resolve("writers")),
                        Clock.systemUTC());
        runs =
                new Runs(
                        BuiltIn.with(directory.resolve("providers")),
                        new ModelCatalog(List.of()),
                        oneShot,
                        limits);
    }

    public StubAgent(Path directory, String format, String script) {
        this(directory, format, new Limits(Duration.ofMinutes(5), 10L * 1024 * 1024), script);
    }

    public Outcome run(String prompt) throws InterruptedException {
        return runs.prepare(request(prompt, Optional.empty())).play(envelopes::add);
    }

    public Outcome runTelling(String prompt, Consumer<Envelope> listener)
            throws InterruptedException {
        return runs.prepare(request(prompt, Optional.empty())).play(listener);
    }

    public Outcome resume(String session, String prompt) throws InterruptedException {
        return runs.prepare(request(prompt, Optional.of("stub:" + session))).play(envelopes::add);
    }

    private RunRequest request(String prompt, Optional<String> resume) {
        return new RunRequest(
                prompt,
                "stub",
                null,
                resume.orElse(null),
                directory,
                List.of(),
                Permission.ASK,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    public List<Envelope> envelopes() {
        return envelopes;
    }

    public List<Event> events() {
        return envelopes.stream().map(Envelope::event).toList();
    }

    /// The failures that end a run.
    public List<Event.Failed> fatalFailures() {
        return events().stream()
                .filter(Event.Failed.class::isInstance)
                .map(Event.Failed.class::cast)
                .filter(failed -> !failed.recoverable())
                .toList();
    }

    public Path directory() {
        return directory;
    }

    @Override
    public void close() {
        supervisor.close();
    }
}
