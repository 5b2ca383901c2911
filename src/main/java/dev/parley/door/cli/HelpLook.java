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

/// How `--help` looks: examples before the options, and the commands of Parley itself by what they
/// are for.
final class HelpLook {
    static final Map<String, List<String>> GROUPS = groups();

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
        groups.put("Serve", List.of("up", "status", "open", "stop", "devices", "keys", "mcp"));
        groups.put("Look after what is kept", List.of("index", "store", "backup"));
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

    /// An empty line between examples and what comes behind them.
    private static void everywhere(CommandLine command) {
        command.getHelpSectionMap()
                .put(
                        SECTION_KEY_FOOTER,
                        help -> help.footer().isEmpty() ? "" : help.footer() + "\n");
        command.getSubcommands().values().forEach(HelpLook::everywhere);
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
