package dev.parley.door.cli.shared;

import dev.parley.base.problem.Closest;
import dev.parley.base.problem.Problem;

import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

import java.util.HashSet;
import java.util.stream.Collectors;

/// What is wrong with a command line, in the words of all other mistakes. What nobody foresaw stays
/// as picocli says it.
public final class UsageMistake {
    private UsageMistake() {}

    public static Problem of(ParameterException mistake) {
        return Problem.invalid(message(mistake), remedy(mistake));
    }

    private static String remedy(ParameterException mistake) {
        var spec = mistake.getCommandLine().getCommandSpec();
        var help = spec.qualifiedName() + " --help tells what there is.";
        if (!(mistake instanceof UnmatchedArgumentException unmatched)) {
            return help;
        }
        var names =
                new HashSet<>(
                        unmatched.isUnknownOption()
                                ? spec.optionsMap().keySet()
                                : spec.subcommands().keySet());
        if (unmatched.isUnknownOption()) {
            names.addAll(spec.root().optionsMap().keySet()); // --color is for every command
        }
        return Closest.question(word(unmatched), names, help);
    }

    private static String word(UnmatchedArgumentException mistake) {
        return mistake.getUnmatched().isEmpty() ? "" : mistake.getUnmatched().getFirst();
    }

    private static String message(ParameterException mistake) {
        return switch (mistake) {
            case UnmatchedArgumentException unmatched -> unmatched(unmatched);
            case CommandLine.MissingParameterException missing -> missing(missing);
            case OverwrittenOptionException twice when twice.getOverwritten() != null ->
                    name(twice.getOverwritten()) + " is given twice.";
            default -> other(mistake);
        };
    }

    private static String unmatched(UnmatchedArgumentException mistake) {
        var word = word(mistake);
        if (mistake.isUnknownOption()) {
            return "There is no option " + word + ".";
        }
        var command = mistake.getCommandLine();
        return command.getSubcommands().isEmpty()
                ? "\"" + word + "\" is one word too many."
                : "There is no command \"" + word + "\".";
    }

    private static String missing(CommandLine.MissingParameterException mistake) {
        var text = String.valueOf(mistake.getMessage());
        if (mistake.getMissing().isEmpty()) {
            return text;
        }
        if (text.contains("for option")) {
            var option = mistake.getMissing().getFirst();
            return name(option) + " needs its value, " + option.paramLabel() + ".";
        }
        var names = mistake.getMissing().stream().map(UsageMistake::name).toList();
        return names.stream().collect(Collectors.joining(", "))
                + (names.size() == 1 ? " is missing." : " are missing.");
    }

    private static String other(ParameterException mistake) {
        var about = mistake.getArgSpec();
        var value = mistake.getValue();
        if (about == null || value == null) {
            return String.valueOf(mistake.getMessage());
        }
        var type = about.type();
        if (type == int.class || type == Integer.class || type == long.class) {
            return name(about) + ": \"" + value + "\" is no number.";
        }
        if (type.isEnum()) {
            return name(about)
                    + ": there is no \""
                    + value
                    + "\"; "
                    + String.join(" ", about.description());
        }
        return String.valueOf(mistake.getMessage());
    }

    private static String name(ArgSpec what) {
        return switch (what) {
            case OptionSpec option -> option.longestName();
            case PositionalParamSpec word -> word.paramLabel();
            default -> what.paramLabel();
        };
    }
}
