package dev.parley.tool;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// Passes on what a task asks while a client waits for it. A newer client is asked by the answer to
/// its call; an older one beside the call, so that an answer given elsewhere is not waited for
/// twice. Belongs to the thread of the call.
public final class McpAsking implements AutoCloseable {
    /// How often it is looked whether a question that is open is still one.
    public static final Duration LOOK_AGAIN = Duration.ofMillis(300);

    private static final Duration WITHDRAWAL = Duration.ofSeconds(1);

    private final McpTasks tasks;
    private final String owner;
    private final CallingClient client;
    private final Set<String> known = new HashSet<>();
    private final Map<String, Thread> open = new HashMap<>();

    /// @param client who waits for the task, whether it began it or not
    public McpAsking(McpTasks tasks, String owner, CallingClient client) {
        this.tasks = tasks;
        this.owner = owner;
        this.client = client;
    }

    /// The questions that need not be told again.
    public Set<String> known() {
        return Set.copyOf(known);
    }

    /// Whether the client still has a question before it.
    public boolean isOpen() {
        open.values().removeIf(thread -> !thread.isAlive());
        return !open.isEmpty();
    }

    /// @return whether there was something new to ask
    public boolean ask(McpTask task) throws InterruptedException {
        withdraw(task);
        var possible = new LinkedHashMap<>(task.requests());
        possible.keySet().removeAll(known);
        known.addAll(possible.keySet());
        possible.values().removeIf(request -> !client.can(request.capability()));
        if (possible.isEmpty()) {
            return false;
        }
        if (client.isAskedByAnswers()) {
            tasks.answer(owner, task.id(), client.askOnce(possible));
        } else {
            possible.forEach((key, request) -> askBeside(task.id(), key, request));
        }
        return true;
    }

    private void askBeside(String task, String key, ClientRequest request) {
        open.put(
                key,
                Thread.ofVirtual()
                        .name("mcp-ask")
                        .start(() -> {
                            try {
                                tasks.answer(owner, task, client.askAll(Map.of(key, request)));
                            } catch (InterruptedException _) {
                                Thread.currentThread().interrupt(); // nobody needs it any more
                            } catch (McpError _) {
                                // the client cannot answer it; whoever asks looks elsewhere
                            }
                        }));
    }

    private void withdraw(McpTask task) {
        open.entrySet()
                .removeIf(entry -> {
                    var isGone = !task.requests().containsKey(entry.getKey());
                    if (isGone) {
                        entry.getValue().interrupt();
                    }
                    return isGone;
                });
    }

    /// The client hears that its questions are withdrawn before it hears the answer.
    @Override
    public void close() {
        open.values().forEach(Thread::interrupt);
        for (var thread : open.values()) {
            try {
                var _ = thread.join(WITHDRAWAL);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
