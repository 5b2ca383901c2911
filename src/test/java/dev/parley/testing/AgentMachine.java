package dev.parley.testing;

import dev.parley.App;
import dev.parley.base.json.Json;
import dev.parley.testing.model.ScriptedModel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// A machine with a project, CLIs that are shell scripts, and model APIs that are scripted: what
/// agents that work for others find. The model `<name>-1` is run by the CLI `<name>`.
public final class AgentMachine implements AutoCloseable {
    private final Path directory;
    private final Repository project;
    private final Map<String, String> variables = new HashMap<>();
    private final StringBuilder models = new StringBuilder();
    private String settings = "";
    private App app;

    public AgentMachine(Path directory) throws IOException, InterruptedException {
        this.directory = directory.toRealPath();
        project = new Repository(this.directory.resolve("project"));
        variables.put("PATH", "/usr/bin:/bin");
        variables.put("HOME", Files.createDirectories(this.directory.resolve("home")).toString());
        variables.put("PARLEY_HOME", this.directory.resolve("parley").toString());
        Files.createDirectories(config().resolve("providers"));
    }

    public Path config() {
        return directory.resolve("parley/config");
    }

    public Path data() {
        return directory.resolve("parley/data");
    }

    public Path project() {
        return project.path();
    }

    public Repository repository() {
        return project;
    }

    /// A CLI. What it was told is in [#arguments] and [#prompts]; `$LOG` is a directory of its own.
    ///
    /// @param script the body of a shell script, that has read its input into `$PROMPT`
    public AgentMachine cli(String name, String script) throws IOException {
        var log = Files.createDirectories(directory.resolve("log-" + name));
        var body =
                """
                LOG=%s
                N=$(ls "$LOG" | wc -l)
                echo "$@" > "$LOG/$N.arguments"
                cat > "$LOG/$N.prompt"
                PROMPT=$(cat "$LOG/$N.prompt")
                say() { printf '{"type":"message.assistant","sessionId":"%%s","message":{"role":"assistant","content":"%%s"}}\\n' "$1" "$2"; }
                use() { printf '{"type":"token.usage","tokens":{"inputTokens":%%s,"outputTokens":%%s}}\\n' "$1" "$2"; }
                %s
                """
                        .formatted(log, script);
        var command = Stub.script(directory, name, body);
        Files.writeString(
                config().resolve("providers").resolve(name + ".json"),
                """
                { "id": "%1$s", "name": "%1$s", "command": { "name": "%2$s" },
                  "home": { "path": "~/.%1$s", "isolate": { "%3$s_HOME": "{home}/state" }, "signIn": ["auth.json"],
                            "env": "%3$s_HOME" },
                  "install": "write it",
                  "oneShot": { "format": "PARLEY", "start": ["run", "{options}"], "resume": ["resume", "{session}", "{options}"],
                               "options": { "model": ["--model", "{model}"],
                                            "effort": { "low": ["--effort", "low"], "medium": ["--effort", "medium"],
                                                        "high": ["--effort", "high"], "xhigh": ["--effort", "xhigh"] } },
                               "permissions": { "ask": { "arguments": ["--ask"] }, "plan": { "arguments": ["--plan"] },
                                                "edit": { "arguments": ["--edit"] }, "bypass": { "arguments": ["--bypass"] } } } }
                """
                        .formatted(name, command, name.toUpperCase(Locale.ROOT)));
        models.append(models.isEmpty() ? "" : ",")
                .append("{\"name\":\"%1$s-1\",\"provider\":\"%1$s\"}".formatted(name));
        return this;
    }

    /// No model of `config.json` names a CLI: each is known by its own id.
    public AgentMachine namesNoModel() {
        models.setLength(0);
        return this;
    }

    /// An API that answers to `<name>-model`.
    public AgentMachine api(String name, ScriptedModel model) {
        return settings(
                "\"apis\":{\"%1$s\":{\"url\":\"%2$s/v1\",\"models\":[\"%1$s-model\"]}}"
                        .formatted(name, model.url()));
    }

    /// More of `config.json`, without the braces around it.
    public AgentMachine settings(String more) {
        settings += "," + more;
        return this;
    }

    public AgentMachine variable(String name, String value) {
        variables.put(name, value);
        return this;
    }

    public App app() throws IOException {
        if (app == null) {
            var text = "{\"models\":[" + models + "]" + settings + "}";
            Files.writeString(
                    config().resolve("config.json"), Json.parse(text).orElseThrow().toString());
            app = new App(variables);
        }
        return app;
    }

    /// As after another start of Parley.
    public App restarted() throws IOException {
        close();
        return app();
    }

    /// What a CLI read, run by run.
    public List<String> prompts(String name) throws IOException {
        return logged(name, ".prompt");
    }

    public List<String> arguments(String name) throws IOException {
        return logged(name, ".arguments").stream().map(String::strip).toList();
    }

    private List<String> logged(String name, String kind) throws IOException {
        try (var files = Files.list(directory.resolve("log-" + name))) {
            var all =
                    files.filter(file -> file.toString().endsWith(kind))
                            .sorted((one, other) -> Integer.compare(number(one), number(other)))
                            .toList();
            var texts = new java.util.ArrayList<String>();
            for (var file : all) {
                texts.add(Files.readString(file));
            }
            return texts;
        }
    }

    private static int number(Path file) {
        return Integer.parseInt(file.getFileName().toString().replaceAll("\\..*", ""));
    }

    @Override
    public void close() {
        if (app != null) {
            app.close();
            app = null;
        }
    }
}
