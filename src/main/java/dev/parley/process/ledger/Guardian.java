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

/// A small shell process beside Parley. It signals process groups where Java cannot, and when
/// Parley dies, even by `kill -9`, it ends every child in the ledger. It starts with the first
/// child, and again if it is killed.
public final class Guardian implements AutoCloseable {
    private static final String SCRIPT = Resources.text(Guardian.class, "guardian.sh");

    private final ProcessLedger ledger;
    private @Nullable Process process; // guarded by this, as is the order of writes

    public Guardian(ProcessLedger ledger) {
        this.ledger = ledger;
    }

    /// Makes sure it is there before the first child is.
    public synchronized void start() throws IOException {
        running();
    }

    synchronized void signal(Spawner.Signal signal, long group) {
        try {
            write(running().getOutputStream(), signal + " " + group + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    synchronized boolean is(long pid) {
        return process != null && process.pid() == pid;
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
    public synchronized void close() {
        try {
            if (process != null) {
                process.getOutputStream().close();
            }
        } catch (IOException _) {
            // it is gone already
        }
    }
}
