package dev.parley.door.cli.live;

import dev.parley.base.problem.Closest;
import dev.parley.base.problem.Problem;
import dev.parley.event.Offer;
import dev.parley.event.Permission;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// The slash commands of a chat: Parley's own, which come first, and those that the agent tells of.
final class ChatCommands {
    /// @param hint what comes behind it
    record Command(String name, String hint, String about) {}

    static final List<Command> OWN =
            List.of(
                    new Command("model", "NAME", "another model from the next turn on"),
                    new Command("mode", "MODE", "what it may do: ask, edit, plan or bypass"),
                    new Command("interrupt", "", "end the turn that runs, as Ctrl-C does"),
                    new Command("login", "", "how to sign in"),
                    new Command("help", "", "this"),
                    new Command("quit", "", "end the session; Ctrl-D and Ctrl-C twice do too"));

    /// What people call the mode without questions elsewhere.
    private static final List<String> EVERYTHING =
            List.of("yolo", "auto", "full", "all", "never", "dangerous", "unsafe", "always");

    private static final String MODES =
            """
            ask     asks you before it changes anything
            edit    edits files by itself, and asks before everything else
            plan    looks and plans, and changes nothing
            bypass  does everything without asking\
            """;

    private ChatCommands() {}

    static String help(boolean isEdited) {
        var text = new StringBuilder();
        OWN.forEach(command -> text.append(line("/" + command.name(), command)).append('\n'));
        text.append("//text           say /text to the agent; its own commands need one / only\n");
        if (isEdited) {
            text.append(
                    """
                    Up, Ctrl-R       what you said before; Tab completes /commands, models and @files
                    Alt-Enter, \\     another line: Alt-Enter, or a \\ at the end before Enter
                    """);
        }
        return text.append(
                        "Asked for permission: y yes, a yes for this session, n no (with a reason), e with another input, if the agent takes one.\n")
                .toString();
    }

    private static String line(String name, Command command) {
        return "%-16s %s".formatted((name + " " + command.hint()).strip(), command.about());
    }

    /// What is wrong with a slash command, if it is none of the agent's.
    static Optional<Problem> mistake(String name, Offer offer) {
        var told = offer.commands();
        var theirs =
                told == null ? List.<String>of() : told.stream().map(Offer.Command::name).toList();
        var all = OWN.stream().map(Command::name).collect(Collectors.toList());
        if (theirs.contains(name) || (theirs.isEmpty() && Closest.to(name, all).isEmpty())) {
            return Optional.empty();
        }
        all.addAll(theirs);
        var close = Closest.to(name, all);
        return Optional.of(
                Problem.invalid(
                        "There is no command /" + name + " here.",
                        (close.isEmpty() ? "/help lists them. " : meant(close))
                                + "//"
                                + name
                                + " says it to the agent anyway."));
    }

    private static String meant(List<String> close) {
        return "Did you mean /" + String.join(" or /", close) + "? ";
    }

    static Permission mode(String word) {
        var wanted = word.strip().toLowerCase(Locale.ROOT);
        var found =
                Arrays.stream(Permission.values())
                        .filter(mode -> mode.wireName().equals(wanted))
                        .findFirst();
        return found.orElseThrow(() ->
                Problem.invalid(
                        wanted.isEmpty()
                                ? "Which mode?"
                                : "There is no mode \"" + word.strip() + "\".",
                        (EVERYTHING.contains(wanted) ? "/mode bypass is what you mean.\n" : "")
                                + MODES));
    }

    /// Which models there are, where none is named.
    static Problem noModel(List<String> models) {
        return Problem.invalid(
                "Which model?",
                models.isEmpty()
                        ? "Say /model NAME; parley models lists them."
                        : "Say /model and one of: " + String.join(", ", models));
    }
}
