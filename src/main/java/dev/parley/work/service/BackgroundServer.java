package dev.parley.work.service;

import dev.parley.base.disk.PrivateFiles;
import dev.parley.base.problem.Problem;
import dev.parley.process.Executables;
import dev.parley.process.Unsupervised;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Starts a server that stays when the command that starts it, and its terminal, are gone.
public final class BackgroundServer {
    private static final int LAST_LINES = 5;

    private final Map<String, String> environment;
    private final List<String> parley;
    private final Path output;

    /// @param environment what the server gets
    /// @param parley how Parley is started
    /// @param output takes what the server prints
    public BackgroundServer(Map<String, String> environment, List<String> parley, Path output) {
        this.environment = Map.copyOf(environment);
        this.parley = List.copyOf(parley);
        this.output = output;
    }

    public Path output() {
        return output;
    }

    /// In a session of its own: the end of a terminal does not reach it.
    public Process start(List<String> arguments) {
        var path = environment.getOrDefault("PATH", "");
        var command = new ArrayList<String>();
        Stream.of("setsid", "nohup")
                .flatMap(name -> Executables.find(name, path).stream())
                .findFirst()
                .ifPresent(program -> command.add(program.toString()));
        command.addAll(parley);
        command.addAll(arguments);
        try {
            PrivateFiles.write(output, new byte[0]);
            var builder =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectInput(Path.of("/dev/null").toFile())
                            .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
            builder.environment().clear();
            builder.environment().putAll(environment);
            return Unsupervised.start(builder);
        } catch (IOException e) {
            throw new Problem(
                            Problem.Kind.AGENT_FAILED,
                            "Parley cannot start itself: " + e.getMessage(),
                            "Start it in this terminal: parley up")
                    .causedBy(e);
        }
    }

    /// What it printed last.
    public String lastWords() {
        try {
            var lines = new String(Files.readAllBytes(output), StandardCharsets.UTF_8).lines();
            var all = lines.filter(line -> !line.isBlank()).toList();
            return String.join(" ", all.subList(Math.max(0, all.size() - LAST_LINES), all.size()));
        } catch (IOException e) {
            return "nothing is known of it.";
        }
    }
}
