package dev.parley.testing.model;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;

/// The replies still to come, in order. Any thread may ask; one lock guards the queue.
final class Script implements Function<ModelRequest, Reply> {
    private final Deque<Reply> replies = new ArrayDeque<>();

    synchronized void add(List<Reply> more) {
        replies.addAll(more);
    }

    @Override
    public synchronized Reply apply(ModelRequest request) {
        if (replies.peek() instanceof Reply.Failure failure && failure.repeated()) {
            return failure;
        }
        return replies.isEmpty() ? Reply.text("(script ended)") : replies.remove();
    }

    synchronized int size() {
        return replies.size();
    }
}
