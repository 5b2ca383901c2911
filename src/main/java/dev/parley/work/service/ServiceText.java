package dev.parley.work.service;

import dev.parley.base.problem.Problem;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// What is in the files that tell systemd and launchd of Parley.
final class ServiceText {
    static final String LABEL = "dev.parley";

    /// What a server needs of the terminal that installs it.
    private static final List<String> VARIABLES =
            List.of(
                    "PATH",
                    "PARLEY_HOME",
                    "PARLEY_PORT",
                    "PARLEY_LOG",
                    "XDG_CONFIG_HOME",
                    "XDG_DATA_HOME");

    private final Map<String, String> variables = new LinkedHashMap<>();
    private final List<String> parley;
    private final Path output;

    ServiceText(Map<String, String> environment, List<String> parley, Path output) {
        this.parley = List.copyOf(parley);
        this.output = output;
        for (var name : VARIABLES) {
            var value = environment.getOrDefault(name, "");
            if (!value.isBlank()) {
                variables.put(name, value);
            }
        }
    }

    private List<String> command(Optional<Integer> port) {
        var command = new ArrayList<>(parley);
        command.addAll(List.of("up", "--no-open"));
        port.ifPresent(one -> command.addAll(List.of("--port", one.toString())));
        return command;
    }

    String unit(Optional<Integer> port) {
        var command =
                command(port).stream().map(ServiceText::inUnit).collect(Collectors.joining(" "));
        var environment =
                variables.entrySet().stream()
                        .map(one -> "Environment=" + quoted(one.getKey() + "=" + one.getValue()))
                        .collect(Collectors.joining("\n"));
        return """
        # Written by `parley service install`; `parley service uninstall` takes it away.
        [Unit]
        Description=Parley, one local control plane for coding agents

        [Service]
        ExecStart=%s
        %s
        Restart=on-failure
        SuccessExitStatus=143
        # Parley gives each agent a control group of its own, and ends what is in it.
        Delegate=yes
        TimeoutStopSec=30

        [Install]
        WantedBy=default.target
        """
                .formatted(command, environment.isEmpty() ? "# no variables" : environment);
    }

    private static String inUnit(String word) {
        return quoted(word).replace("$", "$$");
    }

    private static String quoted(String text) {
        checkPlain(text);
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("%", "%%") + "\"";
    }

    String plist(Optional<Integer> port) {
        var words =
                command(port).stream()
                        .map(word -> "        <string>" + inXml(word) + "</string>")
                        .collect(Collectors.joining("\n"));
        var environment =
                variables.entrySet().stream()
                        .map(one ->
                                "        <key>%s</key><string>%s</string>"
                                        .formatted(inXml(one.getKey()), inXml(one.getValue())))
                        .collect(Collectors.joining("\n"));
        return """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- Written by `parley service install`; `parley service uninstall` takes it away. -->
        <plist version="1.0">
        <dict>
            <key>Label</key><string>%s</string>
            <key>ProgramArguments</key>
            <array>
        %s
            </array>
            <key>EnvironmentVariables</key>
            <dict>
        %s
            </dict>
            <key>RunAtLoad</key><true/>
            <key>KeepAlive</key>
            <dict>
                <key>SuccessfulExit</key><false/>
            </dict>
            <key>StandardOutPath</key><string>%s</string>
            <key>StandardErrorPath</key><string>%s</string>
        </dict>
        </plist>
        """
                .formatted(LABEL, words, environment, inXml(path()), inXml(path()));
    }

    private String path() {
        return output.toString();
    }

    private static String inXml(String text) {
        checkPlain(text);
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    /// A line of its own would be a setting of its own.
    private static void checkPlain(String text) {
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw Problem.invalid(
                    "A path or a variable has a line break or a control character in it.",
                    "Look at PATH and the place where Parley lies, and correct it.");
        }
    }
}
