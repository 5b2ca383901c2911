package dev.parley.work.agent;

import dev.parley.testing.AgentMachine;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// What tests of agents that work for others have in common: a machine with CLIs that are scripts.
abstract class AgentsAtWork {
    @TempDir Path directory;
    AgentMachine machine;

    @BeforeEach
    void open() throws Exception {
        machine = new AgentMachine(directory);
    }

    @AfterEach
    void close() {
        machine.close();
    }

    WorkRequest request(String agent, String task) {
        return WorkRequest.of(machine.project(), agent, task);
    }

    WorkResult run(WorkRequest request) throws Exception {
        return machine.app().agents().work().run(request, _ -> {});
    }

    static WorkRequest with(
            WorkRequest base,
            Optional<String> effort,
            boolean worktree,
            Optional<Double> maxCost,
            Optional<Duration> timeout) {
        return new WorkRequest(
                base.project(),
                base.sessionId(),
                base.agent(),
                base.task(),
                base.role(),
                base.context(),
                effort,
                base.permission(),
                worktree,
                maxCost,
                timeout);
    }

    static WorkRequest apart(WorkRequest base) {
        return with(base, Optional.empty(), true, Optional.empty(), Optional.empty());
    }
}
