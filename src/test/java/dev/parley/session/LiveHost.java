package dev.parley.session;

import dev.parley.api.SessionId;
import dev.parley.api.SessionState;
import dev.parley.process.Self;
import dev.parley.testing.Processes;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/// Live sessions in a process of their own, which can be killed. Each argument behind the directory
/// is the first prompt of a session.
final class LiveHost implements AutoCloseable {
    /// Starts what follows and becomes a program that does not know of it.
    private static final List<String> NEGLIGENT_PARENT =
            List.of("/bin/sh", "-c", "\"$@\" & echo $!; exec sleep 1000", "sh");

    private final Process process;
    private final ProcessHandle host;
    private final List<SessionId> sessions = new ArrayList<>();

    LiveHost(Path directory, String... prompts) throws IOException {
        this(directory, List.of(), prompts);
    }

    /// One whose parent never asks how it ended.
    static LiveHost neverReaped(Path directory, String... prompts) throws IOException {
        return new LiveHost(directory, NEGLIGENT_PARENT, prompts);
    }

    private LiveHost(Path directory, List<String> parent, String... prompts) throws IOException {
        var own = new ArrayList<>(Self.command());
        own.set(own.size() - 1, LiveHost.class.getName());
        var command = new ArrayList<>(parent);
        command.addAll(own);
        command.add(directory.toString());
        command.addAll(List.of(prompts));
        process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        var lines =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        host =
                parent.isEmpty()
                        ? process.toHandle()
                        : ProcessHandle.of(Long.parseLong(lines.readLine())).orElseThrow();
        for (var prompt : prompts) {
            var line = lines.readLine();
            if (line == null) {
                throw new IOException("The host ended before \"" + prompt + "\"");
            }
            sessions.add(SessionId.of(line));
        }
    }

    List<SessionId> sessions() {
        return sessions;
    }

    long pid() {
        return host.pid();
    }

    void kill() {
        host.destroyForcibly();
        Processes.awaitEnd(host.pid());
    }

    @Override
    public void close() {
        host.destroyForcibly();
        process.destroyForcibly();
    }

    public static void main(String[] args) throws InterruptedException {
        var stub = new LiveStub(Path.of(args[0]), LiveStub.Setup.PLAIN);
        for (var prompt : List.of(args).subList(1, args.length)) {
            var id = stub.startSaying(prompt);
            if (prompt.startsWith("wait")) {
                stub.awaitTurn(id);
                stub.say(id, "queued");
            } else {
                stub.await(
                        id,
                        info ->
                                info.state() == SessionState.IDLE
                                        || info.state() == SessionState.WAITING);
            }
            stub.database.write(_ -> 0);
            System.out.println(id);
        }
        System.out.flush();
        new CountDownLatch(1).await(); // until it is killed
    }
}
