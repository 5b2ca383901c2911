package dev.parley.door.cli;

import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.base.screen.OutsideText;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.Subcommand;
import dev.parley.event.EndReason;
import dev.parley.event.Event;
import dev.parley.work.call.AnswerText;
import dev.parley.work.call.Call;
import dev.parley.work.call.CallResult;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// `parley models test`: asks a name of models.json as an OpenAI client would, without a server.
@Command(
        name = "test",
        description = "Ask an agent of models.json something, as an OpenAI client would.")
final class ModelTestCommand extends Subcommand {
    private static final String QUESTION = "Say hello in one short sentence.";

    @Parameters(index = "0", paramLabel = "NAME", description = "The name in models.json.")
    private String name = "";

    @Parameters(index = "1..*", paramLabel = "PROMPT", description = "What to ask.")
    private List<String> words = new ArrayList<>();

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    ModelTestCommand(Supplier<Program> apps, Console console) {
        super(apps, console);
    }

    @Override
    public Integer call() throws InterruptedException {
        var prompt = words.isEmpty() ? QUESTION : String.join(" ", words);
        var call = Call.asking(name, prompt);
        var shown = new OutsideText(console.out(), "  ");
        var speech =
                new AnswerText(text -> {
                    if (!json) {
                        shown.print(text);
                        console.out().flush();
                    }
                });
        var answered = apps.get().calls().play(call, speech);
        console.out().flush();
        var outcome = answered.outcome();
        if (outcome.reason() != EndReason.COMPLETED) {
            throw new Problem(
                    Problem.Kind.AGENT_FAILED,
                    name + " did not answer.",
                    outcome.failure().map(Event.Failed::message).orElse("It said nothing more."));
        }
        if (json) {
            printJson(answered);
        } else {
            shown.print("\n");
            answered.patch()
                    .filter(patch -> !patch.isEmpty())
                    .ifPresent(patch -> shown.print("\n" + patch));
        }
        return 0;
    }

    private void printJson(CallResult answered) {
        var outcome = answered.outcome();
        var shape = Json.object().put("model", name).put("answer", outcome.answer());
        outcome.sessionId().ifPresent(id -> shape.put("session", id));
        outcome.usage().ifPresent(usage -> shape.set("usage", Json.tree(usage)));
        answered.patch().ifPresent(patch -> shape.put("patch", patch));
        console.printJson(shape);
    }
}
