package dev.parley;

import dev.parley.base.resource.Version;
import dev.parley.door.mcp.McpDoor;
import dev.parley.door.mcp.McpPatience;
import dev.parley.door.mcp.McpVerbs;
import dev.parley.process.Ancestors;
import dev.parley.process.Self;
import dev.parley.work.chain.Chains;
import dev.parley.work.install.InstallMcp;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What MCP clients get of Parley, and how they get to know of it.
record McpSupply(Machine machine, McpVerbs verbs) {
    McpDoor door() {
        var patience = new McpPatience(machine.config().mcpPatienceSeconds());
        return new McpDoor(verbs, patience, Version.current());
    }

    /// Some clients start MCP servers with variables of their own choice.
    Optional<String> pass() {
        return Optional.ofNullable(machine.environment().get(Chains.VARIABLE))
                .filter(it -> !it.isBlank())
                .or(() -> Ancestors.variable(Chains.VARIABLE));
    }

    /// The launcher knows where it is; who starts Parley without it starts it so again.
    static List<String> parley() {
        var launcher = System.getProperty("parley.launcher", "");
        return launcher.isEmpty() ? Self.command() : List.of(launcher);
    }

    InstallMcp install() {
        var command = new ArrayList<>(parley());
        command.add("mcp");
        return new InstallMcp(machine.environment(), command);
    }
}
