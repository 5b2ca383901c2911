package dev.parley.door.cli;

import dev.parley.api.Permission;
import dev.parley.base.json.Json;
import dev.parley.door.live.LiveDesk;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/// `parley chat`: a live session in the terminal.
@Command(
        name = "chat",
        description =
                "Talk with an agent: one process that stays warm, permissions asked here, Ctrl-C interrupts.",
        footer = {
            "",
            "The server that `parley up` started has the session if there is one, so a browser can watch it;",
            "otherwise this command has it. Lines from a pipe are prompts, one after the other.",
            "",
            "Examples:",
            "  parley chat --provider claude",
            "  parley chat --model gpt-5.5 --permission edit --cwd ~/project",
            "  parley chat --resume sabcdefghijklmno",
            "  printf 'think\\nand again\\n' | parley chat --provider demo",
            "",
            "While you talk: /help, /model NAME, /mode MODE, /interrupt, /quit."
        })
final class ChatCommand implements Callable<Integer> {
    private final Supplier<Program> apps;
    private final Console console;

    @Option(
            names = "--provider",
            paramLabel = "ID",
            description = "The CLI to talk with: claude, codex, gemini, …")
    private @Nullable String provider;

    @Option(
            names = "--model",
            paramLabel = "NAME",
            description = "The model; without --provider it also picks the CLI.")
    private @Nullable String model;

    @Option(
            names = "--resume",
            paramLabel = "SESSION",
            description = "Go on with a live session's id, provider:id, or id with --provider.")
    private @Nullable String resume;

    @Option(
            names = "--cwd",
            paramLabel = "DIRECTORY",
            description = "Where the agent works. Default: here.")
    private @Nullable Path cwd;

    @Option(
            names = "--permission",
            paramLabel = "MODE",
            description = "What it may do without asking: ask, edit, plan or bypass. Default: ask.")
    private @Nullable Permission permission;

    @Option(
            names = "--system",
            paramLabel = "TEXT",
            description = "Instructions to add to its system prompt.")
    private @Nullable String system;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "Where the running server listens. Default: as configured.")
    private @Nullable Integer port;

    @Option(names = "--json", description = "Print one event per line, as JSON.")
    private boolean json;

    ChatCommand(Supplier<Program> apps, Console console) {
        this.apps = apps;
        this.console = console;
    }

    @Override
    public Integer call() throws InterruptedException {
        var app = apps.get();
        var server = RunningServer.find(app, port);
        var desk =
                server.isPresent() ? server.get() : new LocalSessions(new LiveDesk(app.sessions()));
        // The launcher knows; standard input of a test is never a keyboard.
        var isKeyboard = Boolean.getBoolean("parley.keyboard") && console.isInteractive();
        var chat =
                new Chat(desk, console, isKeyboard ? Chat.Input.KEYBOARD : Chat.Input.PIPE, json);
        if (isKeyboard) {
            Interrupts.handle(chat::interrupt);
        }
        return chat.play(request());
    }

    private ObjectNode request() {
        var request = Json.object();
        put(request, "provider", provider);
        put(request, "model", model);
        put(request, "resume", resume);
        put(request, "system", system);
        put(request, "permission", permission == null ? null : permission.wireName());
        if (cwd != null || resume == null) {
            var directory = cwd == null ? Path.of("") : cwd;
            request.put("cwd", directory.toAbsolutePath().normalize().toString());
        }
        return request;
    }

    private static void put(ObjectNode request, String key, @Nullable String value) {
        if (value != null) {
            request.put(key, value);
        }
    }
}
