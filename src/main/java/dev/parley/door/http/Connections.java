package dev.parley.door.http;

import dev.parley.base.problem.OpenFiles;
import dev.parley.base.problem.Problem;

import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.util.thread.Scheduler;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// All open connections, in two groups with a limit each. One on which nobody has shown a token, a
/// cookie or a key yet is a stranger's: it has a short time, whatever it sends, and the one that
/// has been silent longest gives way to the next. So nobody can keep the others out by holding
/// connections open, and those of known clients stay. Thread-safe.
final class Connections {
    /// @param strangers how many of them are open at most
    /// @param known how many others are
    /// @param patience how long a stranger may take, from its connection or its last request on
    record Limits(int strangers, int known, Duration patience) {
        private static final Duration USUAL_PATIENCE = Duration.ofSeconds(15);

        /// What Parley itself has open: libraries, the store, the index.
        private static final int OWN_FILES = 64;

        private static final int FEWEST = 16;
        private static final int MOST = 8192;
        private static final int MOST_STRANGERS = 256;

        /// Half of the files the system allows; the other half is for agents.
        static Limits usual() {
            return below(OpenFiles.limit());
        }

        static Limits below(int openFiles) {
            var all = Math.clamp((openFiles - OWN_FILES) / 2, FEWEST, MOST);
            var strangers = Math.min(all / 3, MOST_STRANGERS);
            return new Limits(strangers, all - strangers, USUAL_PATIENCE);
        }
    }

    private static final class Visitor {
        private Scheduler.Task deadline;
        private long since = System.nanoTime();
        private int requests;
        private boolean isUpgraded;

        Visitor(Scheduler.Task deadline) {
            this.deadline = deadline;
        }

        /// In nanoseconds; until then it may not be sent away.
        long momentsLeft() {
            return MOMENT_NANOS - (System.nanoTime() - since);
        }
    }

    private static final Duration BODY_WITHIN = Duration.ofMinutes(1);

    /// What a program on the same machine needs to send its first words, with time to spare.
    private static final long MOMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private final Limits limits;
    private final Scheduler scheduler;
    // Both guarded by this; whoever has waited longest is first.
    private final LinkedHashMap<EndPoint, Visitor> strangers = new LinkedHashMap<>();
    private final LinkedHashMap<EndPoint, Visitor> known = new LinkedHashMap<>();

    Connections(Limits limits, Scheduler scheduler) {
        this.limits = limits;
        this.scheduler = scheduler;
    }

    /// Waits until a stranger may come in: there is a place, or somebody who has had a moment to
    /// say something gives it up. Meanwhile the system lets the others wait at the door.
    void awaitPlace() throws InterruptedException {
        EndPoint outdated = null;
        synchronized (this) {
            while (strangers.size() >= limits.strangers && outdated == null) {
                var longest = longestSilent();
                var left = longest.map(it -> it.getValue().momentsLeft()).orElse(MOMENT_NANOS);
                if (left > 0) {
                    TimeUnit.NANOSECONDS.timedWait(this, left);
                } else {
                    outdated = longest.orElseThrow().getKey();
                }
            }
        }
        if (outdated != null) {
            outdated.close(); // and closed() is told
        }
    }

    private Optional<Map.Entry<EndPoint, Visitor>> longestSilent() {
        return strangers.entrySet().stream()
                .filter(entry -> isSilent(entry.getKey(), entry.getValue()))
                .findFirst();
    }

    /// Nothing of it is being answered, or waits to be read: a busy machine takes its time.
    private static boolean isSilent(EndPoint endPoint, Visitor visitor) {
        try {
            return visitor.requests == 0
                    && !(endPoint instanceof SocketChannelEndPoint socket
                            && socket.getChannel().socket().getInputStream().available() > 0);
        } catch (IOException _) {
            return true; // it is being closed
        }
    }

    synchronized void opened(EndPoint endPoint) {
        strangers.put(endPoint, new Visitor(deadline(endPoint)));
    }

    synchronized void closed(EndPoint endPoint) {
        notifyAll();
        known.remove(endPoint);
        var stranger = strangers.remove(endPoint);
        if (stranger != null) {
            stranger.deadline.cancel();
        }
    }

    private Scheduler.Task deadline(EndPoint endPoint) {
        return scheduler.schedule(
                endPoint::close, limits.patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    /// However little of a body comes at a time, it has to be there after a while.
    Scheduler.Task expectBody(EndPoint endPoint) {
        return scheduler.schedule(endPoint::close, BODY_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
    }

    /// A request has come in.
    synchronized void begun(EndPoint endPoint) {
        find(endPoint).ifPresent(visitor -> visitor.requests++);
    }

    private Optional<Visitor> find(EndPoint endPoint) {
        var visitor = known.get(endPoint);
        return Optional.ofNullable(visitor == null ? strangers.get(endPoint) : visitor);
    }

    /// The answer is out. From now on it has waited shortest, and a stranger's time begins anew.
    synchronized void answered(EndPoint endPoint) {
        find(endPoint).ifPresent(visitor -> visitor.requests--);
        var visitor = known.remove(endPoint);
        if (visitor != null) {
            known.put(endPoint, visitor);
        }
        var stranger = strangers.remove(endPoint);
        if (stranger != null) {
            stranger.deadline.cancel();
            stranger.deadline = deadline(endPoint);
            stranger.since = System.nanoTime();
            strangers.put(endPoint, stranger);
        }
    }

    /// It is a WebSocket from now on and never merely waits.
    synchronized void upgraded(EndPoint endPoint) {
        find(endPoint).ifPresent(visitor -> visitor.isUpgraded = true);
    }

    /// Somebody has shown on it who he is. If there are too many, a known one that waits between
    /// two requests gives way.
    ///
    /// @throws Problem when all are at work
    void admit(EndPoint endPoint) {
        EndPoint outdated = null;
        synchronized (this) {
            var stranger = strangers.get(endPoint);
            if (stranger == null) {
                return;
            }
            if (known.size() >= limits.known) {
                outdated = waiting();
                known.remove(outdated);
            }
            strangers.remove(endPoint);
            stranger.deadline.cancel();
            known.put(endPoint, stranger);
            notifyAll();
        }
        if (outdated != null) {
            outdated.close();
        }
    }

    private EndPoint waiting() {
        return known.entrySet().stream()
                .filter(entry -> entry.getValue().requests == 0 && !entry.getValue().isUpgraded)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow(() ->
                        new Problem(
                                Problem.Kind.OUT_OF_RESOURCES,
                                limits.known + " connections are open, as many as there may be.",
                                "Close some and try again, or start Parley with a higher limit of open files (ulimit -n)."));
    }

    /// Something could not be opened: whoever has said nothing yet has to go.
    void closeStrangers() {
        var silent = new ArrayList<EndPoint>();
        synchronized (this) {
            strangers.forEach((endPoint, visitor) -> {
                if (isSilent(endPoint, visitor) && visitor.momentsLeft() <= 0) {
                    silent.add(endPoint);
                }
            });
        }
        silent.forEach(EndPoint::close);
    }
}
