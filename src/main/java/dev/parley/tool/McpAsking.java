package dev.parley.tool;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// Passes on what a task asks while its client waits. A newer client is asked by the answer to its
/// call; an older one beside the call, so that an answer given elsewhere is not waited for twice.
/// Belongs to the thread of the call.
final class McpAsking implements AutoCloseable {
    private static final Duration WITHDRAWAL = Duration.ofSeconds(1);

    private final McpTasks tasks;
    private final String owner;
    private final McpPeer peer;
    private final Set<String> known = new HashSet<>();
    private final Map<String, Thread> open = new HashMap<>();

    McpAsking(McpTasks tasks, String owner, McpPeer peer) {
        this.tasks = tasks;
        this.owner = owner;
        this.peer = peer;
    }

    /// The questions that need not be told again.
    Set<String> known() {
        return Set.copyOf(known);
    }

    /// Whether the client still has a question before it.
    boolean isOpen() {
        open.values().removeIf(thread -> !thread.isAlive());
        return !open.isEmpty();
    }

    /// @return whether there was something new to ask
    boolean ask(McpTask task) throws InterruptedException {
        withdraw(task);
        var possible = new LinkedHashMap<>(task.requests());
        possible.keySet().removeAll(known);
        known.addAll(possible.keySet());
        possible.values().removeIf(request -> !peer.can(request.capability()));
        if (possible.isEmpty()) {
            return false;
        }
        if (peer.isModern()) {
            tasks.answer(owner, task.id(), peer.askAll(possible));
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
                                tasks.answer(owner, task, peer.askAll(Map.of(key, request)));
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
