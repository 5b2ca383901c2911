package dev.parley.work;

import dev.parley.api.Job;
import dev.parley.api.JobState;
import dev.parley.base.json.Json;
import dev.parley.tool.CallingClient;
import dev.parley.tool.ClientRequest;
import dev.parley.tool.McpAnswer;
import dev.parley.tool.McpError;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/// A job at work, and the client that its work sees: what it asks waits here for an answer, whoever
/// gives it. The lock of this object guards everything in it.
final class RunningJob implements CallingClient {
    private static final Duration BETWEEN_NOTES = Duration.ofSeconds(2);

    /// What it may ask for, as far as the client that began it can answer.
    private static final List<String> CAPABILITIES = List.of("elicitation", "sampling", "roots");

    private final BiConsumer<Job, Boolean> changed;
    private final String name;
    private final Set<String> capabilities = new HashSet<>();
    private final Map<String, ClientRequest> waiting = new LinkedHashMap<>();
    private final Map<String, JsonNode> answers = new LinkedHashMap<>();
    private final Jobs.Now now;
    private Job job;
    private Instant kept;
    private boolean isCancelled;
    private boolean isHandedOut;
    private int waiters;
    private @Nullable Thread worker;

    /// @param changed told of every change, and whether it has to be kept
    RunningJob(Job job, CallingClient client, Jobs.Now now, BiConsumer<Job, Boolean> changed) {
        this.job = job;
        this.now = now;
        this.changed = changed;
        kept = Instant.EPOCH; // the first word is always worth keeping
        name = client.name();
        CAPABILITIES.stream().filter(client::can).forEach(capabilities::add);
    }

    synchronized Job job() {
        return job;
    }

    synchronized void begin(Thread thread) {
        worker = thread;
        thread.start();
    }

    synchronized boolean isCancelled() {
        return isCancelled;
    }

    synchronized void cancel() {
        isCancelled = true;
        interrupt();
    }

    /// From now on somebody can ask for it.
    synchronized void handOut() {
        isHandedOut = true;
    }

    /// Nobody would ever ask for what nobody knows.
    synchronized void abandon() {
        if (!isHandedOut && waiters == 0) {
            cancel();
        }
    }

    synchronized void interrupt() {
        if (worker != null) {
            worker.interrupt();
        }
    }

    synchronized void end(JobState state, @Nullable JsonNode result, @Nullable JsonNode error) {
        waiting.clear();
        change(job.ended(state, Json.object(), result, error, now.get()), true);
    }

    /// Waits until it has ended or asks for something that is not known, or the time is over.
    synchronized Job await(Set<String> known, long millis) throws InterruptedException {
        var until = System.nanoTime() + millis * 1_000_000;
        waiters++;
        try {
            while (!job.state().isFinal() && known.containsAll(waiting.keySet())) {
                var left = (until - System.nanoTime()) / 1_000_000;
                if (left <= 0) {
                    break;
                }
                wait(left);
            }
            return job;
        } finally {
            waiters--;
        }
    }

    /// A form without a decision is one that was closed: nobody is asked the same again.
    synchronized void answer(Map<String, JsonNode> given) {
        given.forEach((key, form) -> {
            var request = waiting.get(key);
            if (request == null) {
                return;
            }
            var answer = McpAnswer.settled(request, form);
            if (McpAnswer.fits(request, answer)) {
                answers.put(key, answer);
                waiting.remove(key);
            }
        });
        show();
    }

    private void show() {
        if (!job.state().isFinal()) {
            change(
                    job.in(
                            waiting.isEmpty() ? JobState.RUNNING : JobState.WAITING,
                            job.message(),
                            CallingClient.json(waiting),
                            now.get()),
                    true);
        }
    }

    private void change(Job next, boolean isKept) {
        job = next;
        kept = isKept ? next.updatedAt() : kept;
        changed.accept(next, isKept);
        notifyAll();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean can(String capability) {
        return capabilities.contains(capability);
    }

    @Override
    public synchronized Map<String, JsonNode> askAll(Map<String, ClientRequest> requests)
            throws InterruptedException {
        if (!requests.values().stream().allMatch(request -> can(request.capability()))) {
            throw McpError.invalid("The client of this job cannot be asked for that.");
        }
        waiting.putAll(requests);
        show();
        try {
            while (!answers.keySet().containsAll(requests.keySet())) {
                wait();
            }
        } finally {
            waiting.keySet().removeAll(requests.keySet());
            show(); // it may have been answered elsewhere
        }
        var found = new LinkedHashMap<String, JsonNode>();
        requests.keySet().forEach(key -> found.put(key, answers.get(key)));
        return found;
    }

    @Override
    public synchronized void progress(double done, @Nullable Double total, String message) {
        if (!job.state().isFinal() && !message.equals(job.message())) {
            // Whoever asks after a crash learns how far it was; not every word is worth a write.
            var isKept = !now.get().isBefore(kept.plus(BETWEEN_NOTES));
            change(job.in(job.state(), message, job.requests(), now.get()), isKept);
        }
    }

    /// Nobody listens to a job that closely.
    @Override
    public void log(String level, JsonNode data) {}
}
