package dev.parley;

import dev.parley.config.ModelRegistry;
import dev.parley.config.RegistryEditor;
import dev.parley.session.Sessions;
import dev.parley.work.Models;
import dev.parley.work.PlainAgents;
import dev.parley.work.call.Calls;
import dev.parley.work.call.NewFilePolicy;
import dev.parley.work.run.Limits;
import dev.parley.work.run.OneShot;
import dev.parley.work.run.RunTools;
import dev.parley.work.run.Runs;
import dev.parley.work.run.Scratch;
import dev.parley.workspace.worktree.Worktrees;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Single turns of agents and models, wired by hand.
record RunSupply(Machine machine, OneShot oneShot, Limits limits, Runs runs, Models models) {
    static RunSupply of(Machine machine, RunTools tools) {
        var oneShot =
                new OneShot(
                        machine.supervisor(),
                        machine.installations(),
                        machine.environments(),
                        machine.writers(),
                        machine.clock(),
                        Optional.of(tools));
        var limits =
                Limits.following(
                        () -> machine.configFile().current().timeout(),
                        () -> machine.configFile().current().outputLimit());
        var file = machine.directories().registryFile();
        Supplier<List<String>> providers = machine.providers()::known;
        return new RunSupply(
                machine,
                oneShot,
                limits,
                new Runs(machine.providers(), machine.catalog(), oneShot, limits),
                new Models(
                        machine.catalog(),
                        new ModelRegistry(file, providers, machine.clock()),
                        new RegistryEditor(file, providers),
                        new PlainAgents(
                                machine.providers(),
                                machine.installations(),
                                () -> deskOf(machine))));
    }

    private static Path deskOf(Machine machine) {
        return Optional.ofNullable(machine.configFile().current().openaiDirectory())
                .map(Path::of)
                .orElse(machine.directories().desk());
    }

    /// @param lasting for what lasts a while, such as limits per minute
    Calls calls(Worktrees worktrees, Scratch scratch, Sessions sessions, Clock lasting) {
        return new Calls(
                models,
                machine.providers(),
                oneShot,
                limits,
                worktrees,
                new NewFilePolicy(machine.git(), machine.clock()),
                scratch,
                sessions,
                lasting);
    }
}
