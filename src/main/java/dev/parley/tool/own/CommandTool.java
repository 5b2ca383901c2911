package dev.parley.tool.own;

import dev.parley.api.SessionId;
import dev.parley.base.json.Json;
import dev.parley.event.ToolResult;
import dev.parley.process.Capture;
import dev.parley.process.ChildEnvironment;
import dev.parley.process.Executables;
import dev.parley.process.Launch;
import dev.parley.process.Supervisor;
import dev.parley.tool.Tool;
import dev.parley.tool.ToolCall;
import dev.parley.wire.ToolDefinition;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;

/// A tool that is a command: it reads its arguments as JSON and prints its answer. A call that is
/// cancelled ends the command with everything it started.
public final class CommandTool implements Tool {
    private final ToolFile.Declared declared;
    private final Supervisor supervisor;
    private final Map<String, String> environment;
    private final long outputLimit;

    /// @param environment the variables Parley was started with
    public CommandTool(
            ToolFile.Declared declared,
            Supervisor supervisor,
            Map<String, String> environment,
            long outputLimit) {
        this.declared = declared;
        this.supervisor = supervisor;
        this.environment = environment;
        this.outputLimit = outputLimit;
    }

    @Override
    public ToolDefinition definition() {
        return declared.definition();
    }

    @Override
    public ToolResult call(ToolCall call) throws InterruptedException {
        var tool = declared.tool();
        var timeout = tool.timeout(call);
        var variables = ChildEnvironment.from(environment, tool.environment());
        variables.put("PARLEY_PROJECT", call.caller().project().toString());
        call.caller()
                .session()
                .map(SessionId::value)
                .ifPresent(id -> variables.put("PARLEY_SESSION", id));
        var command = new ArrayList<>(tool.command());
        command.set(0, program(command.getFirst()));
        var launch = new Launch(command, call.caller().project(), variables, outputLimit);
        var answer = Capture.of(supervisor, launch, Json.write(call.arguments()), timeout);
        if (answer.isOk()) {
            return Answers.of(answer.output());
        }
        return ToolResult.error(
                answer.timedOut()
                        ? "The command took longer than "
                                + timeout.toSeconds()
                                + " s and was ended."
                        : failure(answer));
    }

    private static String failure(Capture answer) {
        var words = answer.errors().isBlank() ? answer.output() : answer.errors();
        return answer.exitCode() < 0
                ? "The command printed more than it may, or could not end."
                : "The command ended with code "
                        + answer.exitCode()
                        + ". "
                        + Answers.shortened(words);
    }

    /// A path begins beside the declaration, a bare name is looked up as a shell would.
    private String program(String name) {
        if (name.indexOf('/') >= 0) {
            return declared.file()
                    .toAbsolutePath()
                    .resolveSibling(Path.of(name))
                    .normalize()
                    .toString();
        }
        return Executables.find(name, environment.getOrDefault("PATH", ""))
                .map(Path::toString)
                .orElse(name);
    }
}
