package dev.parley.door.cli.live;

import dev.parley.api.NewSession;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.base.screen.ScreenStream;
import dev.parley.base.screen.Visible;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Interrupts;
import dev.parley.door.cli.shared.LastSession;
import dev.parley.door.cli.shared.LocalSessions;
import dev.parley.door.cli.shared.NamedAgent;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.RunningServer;
import dev.parley.door.cli.shared.Subcommand;
import dev.parley.door.cli.shared.ToolWords;
import dev.parley.door.cli.shared.WorktreeProgress;
import dev.parley.event.Permission;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
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
            "  parley chat --provider codex --tools tickets,word_count",
            "  parley chat --resume sabcdefghijklmno",
            "  printf 'think\\nand again\\n' | parley chat --provider demo",
            "",
            "While you talk: /help, /model NAME, /mode MODE, /interrupt, /login, /quit; the agent's own commands,",
            "too. Up and Ctrl-R bring back what you said before, Tab completes commands, models and @files,",
            "Alt-Enter begins another line, and a text that is pasted is one prompt."
        })
public final class ChatCommand extends Subcommand {
    @Option(
            names = "--provider",
            paramLabel = "ID",
            description =
                    "The CLI to talk with: claude, codex, gemini, … Default: as of parley run.")
    private @Nullable String provider;

    @Option(
            names = "--model",
            paramLabel = "NAME",
            description = "The model; without --provider it also picks the CLI.")
    private @Nullable String model;

    @Option(
            names = "--resume",
            paramLabel = "SESSION",
            description =
                    "Go on with a live session's id, provider:id, id with --provider, or last.")
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
            names = "--worktree",
            paramLabel = "BRANCH",
            arity = "0..1",
            fallbackValue = "",
            description =
                    "In a checkout of its own, on a new branch if one is named; see parley worktrees.")
    private @Nullable String worktree;

    @Option(
            names = "--base",
            paramLabel = "COMMIT",
            description = "Where a new worktree begins. Default: what is checked out.")
    private @Nullable String base;

    @Option(
            names = "--system",
            paramLabel = "TEXT",
            description = "Instructions to add to its system prompt.")
    private @Nullable String system;

    @Option(
            names = "--tools",
            paramLabel = "NAMES",
            description =
                    "The tools it gets from Parley: names and groups with commas between, or none. Default: as configured; parley tools lists them.")
    private @Nullable String tools;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "Where the running server listens. Default: as configured.")
    private @Nullable Integer port;

    @Option(names = "--json", description = "Print one event per line, as JSON.")
    private boolean json;

    public ChatCommand(Supplier<Program> apps, Console console) {
        super(apps, console);
    }

    private String newWorktree(Optional<RunningServer> server, Path here)
            throws InterruptedException {
        var branch = worktree == null || worktree.isBlank() ? null : worktree;
        var worktrees = apps.get().worktrees();
        String root;
        if (server.isPresent()) {
            var wanted = Json.object().put("project", here.toString());
            if (branch != null) {
                wanted.put("branch", branch);
            }
            if (base != null) {
                wanted.put("base", base);
            }
            root = new WorktreeProgress(server.get(), console).create(wanted);
        } else {
            root =
                    worktrees
                            .create(here, branch, base, line -> console.note(Visible.exactly(line)))
                            .path();
        }
        var place = worktrees.inside(Path.of(root), here).toString();
        console.note("It works in " + place);
        return place;
    }

    @Override
    public Integer call() throws InterruptedException {
        var app = apps.get();
        var server = RunningServer.find(app, port);
        var sessions = server.isPresent() ? server.get() : new LocalSessions(app.live());
        // The launcher knows; standard input of a test is never a keyboard.
        var isKeyboard = Boolean.getBoolean("parley.keyboard") && console.isInteractive();
        var request = request(server);
        if (isKeyboard && !json && ScreenStream.canGoBack(console.out())) {
            var edited = EditedChat.open(app, sessions, console, request);
            if (edited.isPresent()) {
                return edited.get().play();
            }
        }
        var chat =
                new Chat(
                        sessions,
                        console,
                        isKeyboard ? Chat.Input.KEYBOARD : Chat.Input.PIPE,
                        new PlainLines(console),
                        json,
                        app.signIns()::how);
        if (isKeyboard) {
            Interrupts.handle(chat::interrupt);
        }
        return chat.play(request);
    }

    private NewSession request(Optional<RunningServer> server) throws InterruptedException {
        resume = LastSession.of(apps.get(), console, provider, resume);
        var here = (cwd == null ? Path.of("") : cwd).toAbsolutePath().normalize();
        if (base != null && worktree == null) {
            throw Problem.invalid("--base is for a new worktree.", "Add --worktree.");
        }
        var directory =
                worktree != null
                        ? newWorktree(server, here)
                        : cwd == null && resume != null ? null : here.toString();
        return new NewSession(
                NamedAgent.of(apps.get(), console, provider, model, resume),
                model,
                directory,
                permission,
                resume,
                system,
                List.of(),
                null,
                ToolWords.parse(tools),
                null);
    }
}
