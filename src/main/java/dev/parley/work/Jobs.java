package dev.parley.work;

import dev.parley.api.Job;
import dev.parley.api.JobState;
import dev.parley.api.Subscription;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.event.ToolResult;
import dev.parley.store.JobStore;
import dev.parley.tool.CallingClient;
import dev.parley.tool.Fingerprint;
import dev.parley.tool.McpError;
import dev.parley.tool.McpTask;
import dev.parley.tool.McpTasks;
import dev.parley.tool.McpTools;
import dev.parley.wire.JsonRpc;
import dev.parley.wire.McpJson;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// Work that goes on when its client has stopped waiting, and that is asked for later. It is stored
/// before anybody hears of it. What ran in a Parley that is gone is told to be interrupted.
/// Thread-safe.
public final class Jobs implements McpTasks, AutoCloseable {
    /// What a client gives to a call that it may have to repeat.
    public static final String KEY = "job_key";

    private static final Logger LOG = LoggerFactory.getLogger(Jobs.class);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(250);

    /// The time, for those who note it.
    interface Now {
        Instant get();
    }

    private final JobStore store;
    private final Clock clock;
    private final Map<String, RunningJob> running = new ConcurrentHashMap<>();
    private final List<Consumer<McpTask>> listeners = new CopyOnWriteArrayList<>();
    private volatile boolean isClosed;

    public Jobs(JobStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    @Override
    public McpTask start(Order order, McpTools.Work work, CallingClient client)
            throws InterruptedException {
        return task(begin(order, work, client));
    }

    /// Calls that come at once are one job, too: the first keeps it before the next looks.
    private synchronized Job begin(Order order, McpTools.Work work, CallingClient client)
            throws InterruptedException {
        recover();
        var key = order.arguments().path(KEY).asString("");
        var fingerprint =
                key.isEmpty()
                        ? Fingerprint.of(
                                order.arguments(), order.owner(), order.place(), order.tool())
                        : Fingerprint.of(
                                Json.object(), order.owner(), order.place(), order.tool(), key);
        var before = store.findRepeated(fingerprint);
        if (before.isPresent() && isTheSame(before.get(), !key.isEmpty())) {
            return current(before.get());
        }
        var now = clock.instant();
        store.forget(now.minus(McpTask.KEPT));
        var job =
                new Job(
                        UUID.randomUUID().toString(),
                        order.owner(),
                        order.tool(),
                        order.arguments(),
                        fingerprint,
                        JobState.RUNNING,
                        "",
                        Json.object(),
                        null,
                        null,
                        false,
                        now,
                        now);
        store.insert(job);
        var worker = new RunningJob(job, client, clock::instant, this::changed);
        running.put(job.id(), worker);
        worker.begin(Thread.ofVirtual().name("job-" + job.id()).unstarted(() -> run(worker, work)));
        return job;
    }

    /// Without a key, a call that was answered once is meant anew; so is one whose work was lost.
    private static boolean isTheSame(Job before, boolean hasKey) {
        return hasKey
                || (!before.isDelivered()
                        && before.state() != JobState.CANCELLED
                        && before.state() != JobState.INTERRUPTED);
    }

    private void run(RunningJob job, McpTools.Work work) {
        try {
            var result = work.run(job);
            result.remove("resultType");
            job.end(JobState.DONE, result, null);
        } catch (InterruptedException _) {
            endInterrupted(job);
        } catch (McpError error) {
            job.end(JobState.FAILED, null, error(error.code(), String.valueOf(error.getMessage())));
        } catch (Problem problem) {
            var told = ToolResult.error(problem.message() + " " + problem.remedy());
            job.end(JobState.DONE, McpJson.of(told), null);
        } catch (RuntimeException e) {
            LOG.error("The job {} failed", job.job().id(), e);
            job.end(
                    JobState.FAILED,
                    null,
                    error(JsonRpc.INTERNAL_ERROR, "Parley failed; see its log."));
        } finally {
            running.remove(job.job().id());
        }
    }

    private static void endInterrupted(RunningJob job) {
        if (job.isCancelled()) {
            job.end(JobState.CANCELLED, null, null);
        } else {
            job.end(JobState.INTERRUPTED, null, interruption(job.job()));
        }
    }

    /// Under its key it is found again for good, so another one is needed.
    private static ObjectNode interruption(Job job) {
        var hasKey = !job.arguments().path(KEY).asString("").isEmpty();
        return error(
                JsonRpc.INTERNAL_ERROR,
                "Parley ended while this ran."
                        + (job.message().isEmpty() ? "" : " Last heard: " + job.message() + ".")
                        + " Call "
                        + job.tool()
                        + (hasKey ? " again with another job_key" : " again")
                        + " to begin anew.");
    }

    private static ObjectNode error(int code, String message) {
        return Json.object().put("code", code).put("message", message);
    }

    /// Everybody hears of it after it was kept.
    private void changed(Job job, boolean isKept) {
        if (isKept) {
            keep(job);
        }
        var task = task(job);
        listeners.forEach(listener -> listener.accept(task));
    }

    private void keep(Job job) {
        // A thread that was interrupted still has to keep what it came to.
        var wasInterrupted = Thread.interrupted();
        try {
            store.update(job);
        } catch (InterruptedException _) {
            wasInterrupted = true;
        } catch (Problem problem) {
            // At the end of Parley there may be no store any more; the next start notices.
            if (!isClosed) {
                LOG.error("The job {} could not be kept: {}", job.id(), problem.message());
            }
        } finally {
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /// What ran in a Parley that is gone is over.
    private void recover() throws InterruptedException {
        for (var job : store.orphaned()) {
            store.update(
                    job.ended(
                            JobState.INTERRUPTED,
                            Json.object(),
                            null,
                            interruption(job),
                            clock.instant()));
        }
    }

    private Job current(Job stored) {
        var here = running.get(stored.id());
        return here == null ? stored : here.job();
    }

    /// @return nothing when there is none, or it is somebody else's
    public Optional<Job> findJob(String owner, String id) throws InterruptedException {
        var here = running.get(id);
        if (here != null) {
            return Optional.of(here.job()).filter(job -> job.owner().equals(owner));
        }
        var found = store.find(id).filter(job -> job.owner().equals(owner));
        if (found.isPresent() && !found.get().state().isFinal()) {
            recover();
            return store.find(id);
        }
        return found;
    }

    /// Whether it is at work in this Parley: only there can it be told an answer.
    public boolean runsHere(String id) {
        return running.containsKey(id);
    }

    /// The newest first.
    public List<Job> list(String owner, int limit) throws InterruptedException {
        recover();
        return store.list(owner, limit).stream().map(this::current).toList();
    }

    /// Waits until it has ended, or asks for something new, or the time is over.
    public Job awaitJob(String owner, String id, Set<String> known, Duration patience)
            throws InterruptedException {
        var until = System.nanoTime() + patience.toNanos();
        while (true) {
            var here = running.get(id);
            var left = Duration.ofNanos(Math.max(0, until - System.nanoTime()));
            if (here != null && here.job().owner().equals(owner)) {
                return here.await(known, left.toMillis());
            }
            var job = findJob(owner, id).orElseThrow(() -> unknown(id));
            if (job.state().isFinal() || left.isZero()) {
                return job;
            }
            // Another Parley runs it.
            Thread.sleep(left.compareTo(LOOK_AGAIN) < 0 ? left : LOOK_AGAIN);
        }
    }

    static Problem unknown(String id) {
        return Problem.notFound(
                "There is no job \"" + id + "\".",
                "Jobs are kept for " + McpTask.KEPT.toDays() + " days; start it again.");
    }

    @Override
    public Optional<McpTask> find(String owner, String id) throws InterruptedException {
        return findJob(owner, id).map(Jobs::task);
    }

    @Override
    public McpTask await(String owner, String id, Set<String> known, Duration patience)
            throws InterruptedException {
        return task(awaitJob(owner, id, known, patience));
    }

    @Override
    public void answer(String owner, String id, Map<String, JsonNode> answers) {
        var here = running.get(id);
        if (here != null && here.job().owner().equals(owner)) {
            here.answer(answers);
        }
    }

    /// Ends a job that is not done; one that is stays as it is.
    @Override
    public void cancel(String owner, String id) throws InterruptedException {
        var here = running.get(id);
        if (here != null && here.job().owner().equals(owner)) {
            here.cancel();
            return;
        }
        var job = findJob(owner, id);
        if (job.isPresent() && !job.get().state().isFinal()) {
            throw new Problem(
                    Problem.Kind.BUSY,
                    "The job " + id + " runs in another Parley process.",
                    "Cancel it there, or end that process.");
        }
    }

    @Override
    public void handedOut(String owner, String id) {
        var here = running.get(id);
        if (here != null && here.job().owner().equals(owner)) {
            here.handOut();
        }
    }

    @Override
    public void abandon(String owner, String id) {
        var here = running.get(id);
        if (here != null && here.job().owner().equals(owner)) {
            here.abandon();
        }
    }

    @Override
    public void delivered(String owner, String id) throws InterruptedException {
        store.deliver(id);
    }

    @Override
    public Subscription onChange(Consumer<McpTask> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    private static McpTask task(Job job) {
        return new McpTask(
                job.id(),
                switch (job.state()) {
                    case RUNNING -> McpTask.Status.WORKING;
                    case WAITING -> McpTask.Status.INPUT_REQUIRED;
                    case DONE -> McpTask.Status.COMPLETED;
                    case FAILED, INTERRUPTED -> McpTask.Status.FAILED;
                    case CANCELLED -> McpTask.Status.CANCELLED;
                },
                job.message(),
                job.createdAt(),
                job.updatedAt(),
                CallingClient.requests(job.requests()),
                (ObjectNode) job.result(),
                (ObjectNode) job.error());
    }

    /// Ends what runs; it is told to be interrupted.
    @Override
    public void close() {
        if (!isClosed) {
            isClosed = true;
            running.values().forEach(RunningJob::interrupt);
        }
    }
}
