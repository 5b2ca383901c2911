package dev.parley.door.cli;

import dev.parley.api.Model;
import dev.parley.base.problem.Problem;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.OptionValues;
import dev.parley.door.cli.shared.Program;

import org.jspecify.annotations.Nullable;

import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// `parley completion`: a script that makes a shell complete Parley's commands and options.
@Command(
        name = "completion",
        description = "Print a completion script for a shell.",
        footer = {
            "",
            "  bash:  source <(parley completion bash)",
            "  zsh:   source <(parley completion zsh)",
            "  fish:  parley completion fish | source"
        })
final class CompletionCommand implements Callable<Integer> {
    /// The shells there is a script for.
    enum Shell {
        bash,
        zsh,
        fish
    }

    private static final String SEEN = "__fish_seen_subcommand_from ";

    private final Supplier<Program> apps;
    private final Console console;

    @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish.")
    private Shell shell = Shell.bash;

    @Spec private @Nullable CommandSpec spec;

    CompletionCommand(Supplier<Program> apps, Console console) {
        this.apps = apps;
        this.console = console;
    }

    @Override
    public Integer call() {
        var root = java.util.Objects.requireNonNull(spec).root().commandLine();
        tellValues(root, new OptionValues(models()));
        console.out().print(shell == Shell.fish ? fish(root) : AutoComplete.bash("parley", root));
        return 0;
    }

    /// A shell that starts must not fail because of a broken file.
    private List<String> models() {
        try {
            var all = apps.get().models().all();
            return Stream.concat(
                            all.catalog().stream().map(Model::name), all.agents().keySet().stream())
                    .toList();
        } catch (Problem _) {
            return List.of();
        }
    }

    private static void tellValues(CommandLine command, OptionValues values) {
        var spec = command.getCommandSpec();
        for (var option : List.copyOf(spec.options())) {
            var known = values.of(spec.name(), option.longestName());
            if (!known.isEmpty()) {
                spec.remove(option);
                spec.addOption(option.toBuilder().completionCandidates(known).build());
            }
        }
        command.getSubcommands().values().forEach(below -> tellValues(below, values));
    }

    /// Picocli writes bash, which zsh reads as well; fish has a language of its own.
    private static String fish(CommandLine root) {
        var lines = new ArrayList<String>();
        lines.add("complete -c parley -f");
        level(root, "", lines);
        return String.join("\n", lines) + "\n";
    }

    /// A command's options and the commands below it.
    ///
    /// @param seen what fish must have seen so far
    private static void level(CommandLine command, String seen, List<String> lines) {
        var names = String.join(" ", command.getSubcommands().keySet());
        var here =
                seen.isEmpty()
                        ? "__fish_use_subcommand"
                        : names.isEmpty() ? seen : seen + "; and not " + SEEN + names;
        options(command, here, lines);
        command.getSubcommands()
                .forEach((name, below) -> {
                    var about = below.getCommandSpec().usageMessage().description();
                    lines.add(
                            "complete -c parley -n '%s' -a %s -d %s"
                                    .formatted(here, name, quoted(about)));
                    level(below, (seen.isEmpty() ? "" : seen + "; and ") + SEEN + name, lines);
                });
    }

    private static void options(CommandLine command, String condition, List<String> lines) {
        for (var option : command.getCommandSpec().options()) {
            if (!option.hidden()) {
                lines.add(
                        "complete -c parley -n '%s' -l %s -d %s%s%s"
                                .formatted(
                                        condition,
                                        option.longestName().replaceFirst("^--", ""),
                                        quoted(option.description()),
                                        option.arity().max() > 0 ? " -r" : "",
                                        values(option)));
            }
        }
    }

    private static String values(CommandLine.Model.OptionSpec option) {
        var candidates = option.completionCandidates();
        return candidates == null || option.arity().max() == 0
                ? ""
                : " -a " + quoted(new String[] {String.join(" ", candidates)});
    }

    private static String quoted(String[] text) {
        return "'" + String.join(" ", text).replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
