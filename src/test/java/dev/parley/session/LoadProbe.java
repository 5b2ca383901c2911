package dev.parley.session;

import dev.parley.api.SessionId;
import dev.parley.api.SessionState;
import dev.parley.store.OwnerProcess;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/// Many live sessions that speak ten times a second each, and how late their followers hear it. Not
/// a test: run its `main`.
final class LoadProbe {
    /// Says the time ten times a second in every conversation that was asked to.
    private static final String AGENT =
            """
            exec /usr/bin/perl -MTime::HiRes=time -e '
              $| = 1; my $buffer = ""; my %left; my $next = 0;
              while (1) {
                my $bits = ""; vec($bits, 0, 1) = 1;
                my $wait = %left ? $next - time : undef;
                $wait = 0 if defined $wait && $wait < 0;
                if (select($bits, undef, undef, $wait) > 0) {
                  sysread(STDIN, $buffer, 65536, length $buffer) or exit;
                  while ($buffer =~ s/^(.*)\\n//) {
                    my ($word, $conversation, $turn, $rest) = split / /, $1, 4;
                    print "joined $conversation n$$\\n" if $word eq "join";
                    if ($word eq "prompt") {
                      $next = time + rand 0.1 unless %left;
                      $left{$conversation} = [$turn, $rest =~ /(\\d+)/]; print "start $conversation $turn\\n";
                    }
                  }
                }
                next if !%left || time < $next;
                $next += 0.1;
                for my $conversation (keys %left) {
                  printf "say %s @%.0f\\n", $conversation, time * 1e6;
                  if (--$left{$conversation}[1] <= 0) {
                    print "end $conversation $left{$conversation}[0] COMPLETED\\n"; delete $left{$conversation};
                  }
                }
              }'
            """;

    private LoadProbe() {}

    public static void main(String[] args) throws Exception {
        var count = args.length > 0 ? Integer.parseInt(args[0]) : 500;
        var seconds = args.length > 1 ? Integer.parseInt(args[1]) : 10;
        var directory = Files.createTempDirectory("parley-load");
        var setup =
                LiveStub.Setup.PLAIN
                        .sharing(args.length > 2 ? args[2] : "nothing")
                        .with(Duration.ofMinutes(10), count + 1, Duration.ofHours(1));
        try (var stub = new LiveStub(directory, setup, OwnerProcess.self(), AGENT)) {
            var ids = new ArrayList<SessionId>();
            for (var at = 0; at < count; at++) {
                ids.add(stub.start());
            }
            for (var id : ids) {
                stub.await(id, SessionState.IDLE);
            }
            System.gc();
            var memory = Runtime.getRuntime();
            System.out.printf(
                    "%d sessions, heap %d KB, threads %d%n",
                    count,
                    (memory.totalMemory() - memory.freeMemory()) / 1024,
                    Thread.activeCount());
            run(stub, ids, seconds);
        }
        delete(directory);
    }

    private static void run(LiveStub stub, List<SessionId> ids, int seconds) throws Exception {
        var late = new ConcurrentLinkedQueue<Long>();
        var heard = new AtomicLong();
        var followers = new ArrayList<Thread>();
        var cpu =
                (com.sun.management.OperatingSystemMXBean)
                        java.lang.management.ManagementFactory.getOperatingSystemMXBean();
        var before = cpu.getProcessCpuTime();
        var since = System.nanoTime();
        for (var id : ids) {
            followers.add(
                    Thread.startVirtualThread(() -> {
                        try (var events = stub.sessions.follow(id, 0)) {
                            for (var next = events.next(); next.isPresent(); next = events.next()) {
                                var json = next.get().json();
                                if (json.contains("turn.end")) {
                                    return;
                                }
                                var at = json.indexOf("@");
                                if (at > 0) {
                                    var told =
                                            Long.parseLong(
                                                    json.substring(at + 1, json.indexOf('"', at)));
                                    late.add(micros() - told);
                                    heard.incrementAndGet();
                                }
                            }
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    }));
            stub.say(id, "speak " + seconds * 10);
        }
        for (var follower : followers) {
            follower.join();
        }
        var took = (System.nanoTime() - since) / 1e9;
        var sorted = late.stream().sorted().toList();
        System.out.printf(
                "%d of %d events in %.1f s, late p50 %d us, p90 %d us, p99 %d us, max %d us, CPU of Parley %.1f s%n",
                heard.get(),
                (long) ids.size() * seconds * 10,
                took,
                sorted.get(sorted.size() / 2),
                sorted.get(sorted.size() * 90 / 100),
                sorted.get(sorted.size() * 99 / 100),
                sorted.getLast(),
                (cpu.getProcessCpuTime() - before) / 1e9);
    }

    private static long micros() {
        var now = java.time.Instant.now();
        return now.getEpochSecond() * 1_000_000L + now.getNano() / 1000;
    }

    private static void delete(Path directory) throws Exception {
        try (var files = Files.walk(directory)) {
            for (var file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
