package dev.parley.work.service;

import dev.parley.base.problem.Problem;
import dev.parley.process.Capture;
import dev.parley.process.Executables;
import dev.parley.process.Launch;
import dev.parley.process.Supervisor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Parley as a service of the user's: systemd on Linux, launchd on macOS. The system starts it when
/// the user signs in, and again when it dies.
public final class SystemService {
    /// The one that this machine has.
    public enum Kind {
        SYSTEMD,
        LAUNCHD
    }

    /// What is said when a program of the system is asked to do something.
    ///
    /// @param command as a person would type it
    /// @param problem what it said, if it could not
    public record Done(String command, Optional<String> problem) {}

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int LONGEST_ANSWER = 64 * 1024;

    private final Kind kind;
    private final ServiceText text;
    private final Map<String, String> environment;
    private final Supervisor supervisor;

    /// @param environment the variables Parley was started with: `PATH` and where Parley's files
    ///   are go into the service, because the system's own `PATH` has few of the agents
    /// @param parley how Parley is started
    public SystemService(
            Kind kind,
            Map<String, String> environment,
            List<String> parley,
            Path output,
            Supervisor supervisor) {
        this.kind = kind;
        this.environment = Map.copyOf(environment);
        this.supervisor = supervisor;
        text = new ServiceText(environment, parley, output);
    }

    /// Of this machine.
    public static Kind kindHere() {
        return System.getProperty("os.name", "").startsWith("Mac") ? Kind.LAUNCHD : Kind.SYSTEMD;
    }

    public Path file() {
        var home = Path.of(environment.getOrDefault("HOME", "/"));
        return switch (kind) {
            case SYSTEMD -> {
                var xdg = environment.getOrDefault("XDG_CONFIG_HOME", "");
                var config = xdg.startsWith("/") ? Path.of(xdg) : home.resolve(".config");
                yield config.resolve("systemd/user/parley.service");
            }
            case LAUNCHD -> home.resolve("Library/LaunchAgents/" + ServiceText.LABEL + ".plist");
        };
    }

    public boolean isInstalled() {
        return Files.exists(file());
    }

    /// What is in the file.
    public String text(Optional<Integer> port) {
        return switch (kind) {
            case SYSTEMD -> text.unit(port);
            case LAUNCHD -> text.plist(port);
        };
    }

    /// Writes the file and has the system start it.
    public List<Done> install(Optional<Integer> port) throws InterruptedException {
        var content = text(port);
        var file = file();
        try {
            Files.createDirectories(file.resolveSibling(""));
            Files.writeString(file, content);
        } catch (IOException e) {
            throw Problem.invalid(
                            file + " cannot be written: " + e.getMessage(),
                            "Make its directory writable, or take the text of --print.")
                    .causedBy(e);
        }
        return switch (kind) {
            case SYSTEMD ->
                    ask(
                            List.of(
                                    List.of("systemctl", "--user", "daemon-reload"),
                                    List.of(
                                            "systemctl",
                                            "--user",
                                            "enable",
                                            "--now",
                                            "parley.service")));
            case LAUNCHD -> ask(List.of(List.of("launchctl", "load", "-w", file.toString())));
        };
    }

    /// Has the system end it and takes the file away.
    public List<Done> uninstall() throws InterruptedException {
        var file = file();
        var done = new ArrayList<Done>();
        if (kind == Kind.SYSTEMD) {
            done.addAll(
                    ask(
                            List.of(
                                    List.of(
                                            "systemctl",
                                            "--user",
                                            "disable",
                                            "--now",
                                            "parley.service"))));
        } else {
            done.addAll(ask(List.of(List.of("launchctl", "unload", "-w", file.toString()))));
        }
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw Problem.invalid(
                            file + " cannot be removed: " + e.getMessage(), "Remove it by hand.")
                    .causedBy(e);
        }
        if (kind == Kind.SYSTEMD) {
            done.addAll(ask(List.of(List.of("systemctl", "--user", "daemon-reload"))));
        }
        return done;
    }

    private List<Done> ask(List<List<String>> commands) throws InterruptedException {
        var done = new ArrayList<Done>();
        for (var command : commands) {
            done.add(new Done(String.join(" ", command), problem(command)));
        }
        return done;
    }

    private Optional<String> problem(List<String> command) throws InterruptedException {
        var found = Executables.find(command.getFirst(), environment.getOrDefault("PATH", ""));
        if (found.isEmpty()) {
            return Optional.of(command.getFirst() + " is not on the PATH.");
        }
        var words = new ArrayList<>(command);
        words.set(0, found.get().toString());
        var launch = new Launch(words, Path.of("/"), environment, LONGEST_ANSWER);
        var answer = Capture.of(supervisor, launch, PATIENCE);
        if (answer.isOk()) {
            return Optional.empty();
        }
        var said = (answer.errors().isBlank() ? answer.output() : answer.errors()).strip();
        return Optional.of(said.isEmpty() ? "It failed and did not say why." : said);
    }
}
