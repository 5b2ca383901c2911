package dev.parley.process.ledger;

import dev.parley.base.resource.Resources;
import dev.parley.process.posix.Spawner;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/// A small shell process beside Parley. It signals process groups where Java cannot, and when
/// Parley dies, even by `kill -9`, it ends every child in the ledger. It starts with the first
/// child, and again if it is killed.
public final class Guardian implements AutoCloseable {
    private static final String SCRIPT = Resources.text(Guardian.class, "guardian.sh");

    private final ProcessLedger ledger;
    private final ReentrantLock lock =
            new ReentrantLock(); // guards process and the order of writes
    private @Nullable Process process;

    public Guardian(ProcessLedger ledger) {
        this.ledger = ledger;
    }

    /// Makes sure it is there before the first child is.
    public void start() throws IOException {
        lock.lock();
        try {
            running();
        } finally {
            lock.unlock();
        }
    }

    void signal(Spawner.Signal signal, long group) {
        lock.lock();
        try {
            write(running().getOutputStream(), signal + " " + group + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            lock.unlock();
        }
    }

    boolean is(long pid) {
        lock.lock();
        try {
            return process != null && process.pid() == pid;
        } finally {
            lock.unlock();
        }
    }

    private Process running() throws IOException {
        if (process == null || !process.isAlive()) {
            var words = new ArrayList<>(PortableSpawner.OWN_SESSION);
            words.addAll(List.of("/bin/sh", "-c", SCRIPT, "parley-guardian"));
            words.add(ledger.directory().toString());
            words.add(ledger.tagPrefix());
            words.add(ledger.limitPrefix());
            var command =
                    new ProcessBuilder(words)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .redirectError(ProcessBuilder.Redirect.DISCARD);
            // Not the tag of an outer Parley: what ends us by it must not end our guardian as
            // well.
            command.environment().clear();
            command.environment().put("PATH", "/usr/bin:/bin:/usr/sbin:/sbin");
            process = LimitTag.untagged(command::start);
        }
        return process;
    }

    private static void write(OutputStream out, String line) throws IOException {
        out.write(line.getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }

    /// Call after the last child is gone and the ledger deleted; then it has nothing to end.
    @Override
    public void close() {
        lock.lock();
        try {
            if (process != null) {
                process.getOutputStream().close();
            }
        } catch (IOException _) {
            // it is gone already
        } finally {
            lock.unlock();
        }
    }
}
