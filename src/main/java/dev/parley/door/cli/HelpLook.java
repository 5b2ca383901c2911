package dev.parley.door.cli;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_DESCRIPTION;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_FOOTER;

import picocli.CommandLine;
import picocli.CommandLine.Help;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// How `--help` looks: examples before the options, and the commands of Parley itself by what they
/// are for.
final class HelpLook {
    static final Map<String, List<String>> GROUPS = groups();

    /// A command with its arguments, or columns.
    private static final Pattern EXAMPLE = Pattern.compile("^(parley|curl|git) |  |^\\W*\\{");

    private HelpLook() {}

    private static Map<String, List<String>> groups() {
        var groups = new LinkedHashMap<String, List<String>>();
        groups.put("Begin", List.of("doctor", "config", "models", "completion", "help"));
        groups.put(
                "Have agents work",
                List.of("run", "chat", "approvals", "tickets", "room", "race", "tools"));
        groups.put(
                "Look back",
                List.of("sessions", "search", "show", "resume", "usage", "changes", "worktrees"));
        groups.put("Move conversations", List.of("move", "export", "import"));
        groups.put(
                "Serve",
                List.of(
                        "up", "status", "open", "stop", "logs", "service", "devices", "keys",
                        "mcp"));
        groups.put("Look after what is kept", List.of("index", "store", "backup", "uninstall"));
        return groups;
    }

    static void giveTo(CommandLine root) {
        var keys = new ArrayList<>(root.getHelpSectionKeys());
        keys.remove(SECTION_KEY_FOOTER);
        keys.add(keys.indexOf(SECTION_KEY_DESCRIPTION) + 1, SECTION_KEY_FOOTER);
        root.setHelpSectionKeys(keys);
        everywhere(root);
        root.getHelpSectionMap().put(SECTION_KEY_COMMAND_LIST_HEADING, _ -> "");
        root.getHelpSectionMap().put(SECTION_KEY_COMMAND_LIST, HelpLook::grouped);
    }

    /// An empty line between examples and what comes behind them. Sentences fill the lines that the
    /// terminal has.
    private static void everywhere(CommandLine command) {
        var message = command.getCommandSpec().usageMessage();
        message.footer(filled(message.footer()));
        message.description(filled(message.description()));
        command.getHelpSectionMap()
                .put(
                        SECTION_KEY_FOOTER,
                        help -> help.footer().isEmpty() ? "" : help.footer() + "\n");
        command.getSubcommands().values().forEach(HelpLook::everywhere);
    }

    /// Joins the lines of a sentence, which were cut for readers of the source; lines that are
    /// examples or columns stay as they are.
    static String[] filled(String... lines) {
        var filled = new ArrayList<String>();
        for (var line : lines) {
            var before = filled.isEmpty() ? "" : filled.getLast();
            if (isSentence(line) && isSentence(before) && !before.matches(".*[.:!?]")) {
                filled.set(filled.size() - 1, before + " " + line);
            } else {
                filled.add(line);
            }
        }
        return filled.toArray(String[]::new);
    }

    private static boolean isSentence(String line) {
        return !line.isEmpty() && !line.startsWith(" ") && !EXAMPLE.matcher(line).find();
    }

    private static String grouped(Help help) {
        var text = new StringBuilder();
        GROUPS.forEach((group, names) -> {
            var commands = new LinkedHashMap<String, Help>();
            names.forEach(name -> commands.put(name, help.subcommands().get(name)));
            text.append('\n').append(group).append(":\n").append(help.commandList(commands));
        });
        return text.toString();
    }
}
