package dev.parley.provider.demo;

import dev.parley.api.Permission;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.event.Event;
import dev.parley.event.EventJson;
import dev.parley.wire.OneShotDialect;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Plays one turn and prints it as Parley's own events, one JSON object per line.
final class DemoOneShot implements DemoStage {
    private static final List<String> TOOLS = List.of("list_files", "write_file");

    private final DemoLines out;
    private final PrintStream err;
    private final DemoSessions sessions;
    private final Permission permission;
    private String messageId = "answer-1";

    DemoOneShot(DemoLines out, PrintStream err, DemoSessions sessions, Permission permission) {
        this.out = out;
        this.err = err;
        this.sessions = sessions;
        this.permission = permission;
    }

    /// @return the exit code
    int run(DemoArguments.OneShot arguments, String input, Path cwd, Duration pause) {
        var prompt = input.strip();
        if (prompt.isEmpty()) {
            throw Problem.invalid("There is no prompt.", "Write it to standard input.");
        }
        var resumed = arguments.resume();
        var lines = resumed.map(sessions::find).orElse(Optional.of(List.of()));
        if (lines.isEmpty()) {
            return failed(
                    "The demo agent has no session \"" + resumed.orElseThrow() + "\".",
                    OneShotDialect.SESSION_NOT_FOUND,
                    Problem.Kind.NOT_FOUND.exitCode());
        }
        var id = resumed.orElseGet(sessions::create);
        var turn =
                new DemoTurn(
                        DemoSessions.nextTurn(lines.get()),
                        prompt,
                        arguments.model(),
                        arguments.system(),
                        pause);
        messageId = "answer-" + turn.number();
        var started =
                new Event.SessionStarted(
                        cwd.toString(), turn.model(), DemoAgent.VERSION, TOOLS, null);
        out.print(Json.write(EventJson.writeEvent(started).put("sessionId", id)));
        sessions.append(id, new DemoSessions.Line("user", prompt), cwd);
        var played = DemoPlayer.play(turn, cwd, this);
        if (!played.answer().isEmpty()) {
            sessions.append(id, new DemoSessions.Line("assistant", played.answer()), cwd);
        }
        return ended(played);
    }

    private int ended(DemoPlayer.Played played) {
        return switch (played.end()) {
            case DemoPlayer.End.Finished() -> {
                print(new Event.AssistantSaid(played.answer(), messageId));
                print(new Event.TokensUsed(played.usage()));
                yield 0;
            }
            case DemoPlayer.End.Failed(var message, var code) -> failed(message, code, 1);
            case DemoPlayer.End.Crashed(var exitCode, var lastWords) -> {
                err.println(lastWords);
                yield exitCode;
            }
            case DemoPlayer.End.Cancelled() -> 1;
        };
    }

    private int failed(String message, String code, int exitCode) {
        print(Event.Failed.fatal(message, code));
        err.println(message);
        return exitCode;
    }

    @Override
    public void thinks(String text) {
        print(Event.Thought.whole(text));
    }

    @Override
    public void says(String piece) {
        print(new Event.AssistantStreamed(piece, messageId));
    }

    @Override
    public void calls(DemoTool tool) {
        print(new Event.ToolCalled(tool.callId(), tool.name(), tool.arguments()));
    }

    @Override
    public Optional<String> refusal(DemoTool tool) {
        if (tool instanceof DemoTool.ListFiles) {
            return Optional.empty();
        }
        return switch (permission) {
            case EDIT, BYPASS -> Optional.empty();
            case PLAN -> Optional.of("In plan mode nothing is changed.");
            case ASK ->
                    Optional.of("In a single turn nobody can be asked; use permission mode edit.");
        };
    }

    @Override
    public void returns(DemoTool tool, DemoTool.Result result) {
        print(
                new Event.ToolReturned(
                        tool.callId(), tool.name(), result.output(), result.isError(), null));
    }

    @Override
    public void prints(String line) {
        out.print(line);
    }

    /// Nobody names a server to a single turn.
    @Override
    public boolean hasTool(String tool) {
        return false;
    }

    @Override
    public JsonNode callTool(String tool, ObjectNode arguments) throws IOException {
        throw new IOException("There is no tool " + tool + ".");
    }

    @Override
    public void waits(Duration duration) {
        try {
            Thread.sleep(duration);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isOver() {
        return out.isBroken() || Thread.currentThread().isInterrupted();
    }

    private void print(Event event) {
        out.print(Json.write(EventJson.writeEvent(event)));
    }
}
