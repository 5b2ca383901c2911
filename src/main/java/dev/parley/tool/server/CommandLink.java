package dev.parley.tool.server;

import dev.parley.base.problem.Problem;
import dev.parley.base.thread.Interruptible;
import dev.parley.process.AgentProcess;
import dev.parley.process.Launch;
import dev.parley.process.Supervisor;
import dev.parley.wire.JsonRpc;

/// A server that is a process of its own, supervised like a CLI: one message per line.
final class CommandLink implements ServerLink {
    private final AgentProcess process;

    private CommandLink(AgentProcess process) {
        this.process = process;
    }

    static CommandLink start(Supervisor supervisor, Launch launch, Listener listener) {
        try {
            return new CommandLink(
                    supervisor.start(
                            launch,
                            line -> listener.heard(JsonRpc.parse(line)),
                            exit ->
                                    listener.ended(
                                            "it ended with code "
                                                    + exit.code()
                                                    + said(exit.lastWords()))));
        } catch (RuntimeException e) {
            throw Problem.invalid(
                    "\"" + launch.command().getFirst() + "\" cannot be started: " + e.getMessage(),
                    "Look at its command.");
        }
    }

    private static String said(String lastWords) {
        var words = lastWords.strip();
        return words.isEmpty() ? "" : ": " + words.substring(Math.max(0, words.length() - 400));
    }

    @Override
    public void send(JsonRpc.Message message) throws InterruptedException {
        process.send(message.line() + "\n");
    }

    @Override
    public void close() {
        Interruptible.start("tool-server-end", process::stop);
    }
}
