package dev.parley.provider.demo;

import dev.parley.event.Usage;

import java.nio.file.Path;

/// Plays a script on a stage, step by step, on the calling thread.
final class DemoPlayer {
    /// How a turn ended.
    sealed interface End {
        record Finished() implements End {}

        record Cancelled() implements End {}

        record Failed(String message, String code) implements End {}

        record Crashed(int exitCode, String lastWords) implements End {}
    }

    /// A turn that was played: all that was said in it, and what it counts.
    record Played(End end, String answer, Usage usage) {}

    private final DemoStage stage;
    private final Path cwd;
    private final StringBuilder thought = new StringBuilder();
    private final StringBuilder said = new StringBuilder();

    private DemoPlayer(DemoStage stage, Path cwd) {
        this.stage = stage;
        this.cwd = cwd;
    }

    static Played play(DemoTurn turn, Path cwd, DemoStage stage) {
        var player = new DemoPlayer(stage, cwd);
        var end = player.play(DemoScript.of(turn));
        var read = turn.system().orElse("") + turn.prompt();
        return new Played(
                end,
                player.said.toString(),
                DemoText.usage(read, player.thought.toString(), player.said.toString()));
    }

    private End play(DemoScript script) {
        for (var step : script.steps()) {
            switch (step) {
                case DemoStep.Think(var text) -> {
                    thought.append(text);
                    stage.thinks(text);
                }
                case DemoStep.Use(var tool) -> use(tool);
                case DemoStep.Say(var piece) -> say(piece);
                case DemoStep.Wait(var duration) -> stage.waits(duration);
                case DemoStep.Babble(var line) -> stage.prints(line);
                case DemoStep.Fail(var message, var code) -> {
                    return new End.Failed(message, code);
                }
                case DemoStep.Crash(var exitCode, var lastWords) -> {
                    return new End.Crashed(exitCode, lastWords);
                }
            }
            if (stage.isOver()) {
                return new End.Cancelled();
            }
        }
        return new End.Finished();
    }

    private void use(DemoTool tool) {
        if (tool instanceof DemoTool.ProposeTickets
                && !stage.hasTool(DemoTool.ProposeTickets.TOOL)) {
            say(DemoTickets.NO_TOOL + "\n\n");
            return;
        }
        stage.calls(tool);
        var refusal = stage.refusal(tool);
        if (stage.isOver()) {
            return;
        }
        var result =
                refusal.map(reason -> DemoTool.Result.refused(tool, reason))
                        .orElseGet(() -> tool.use(cwd, stage));
        stage.returns(tool, result);
        say(result.summary() + "\n\n");
    }

    private void say(String piece) {
        said.append(piece);
        stage.says(piece);
    }
}
