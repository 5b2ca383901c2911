package dev.parley.session.log;

import dev.parley.api.Subscription;

import org.slf4j.LoggerFactory;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// Listeners that are told news. A listener that throws harms nobody but itself. Thread-safe.
public final class Listeners<T> {
    private final List<Consumer<T>> all = new CopyOnWriteArrayList<>();

    public Subscription add(Consumer<T> listener) {
        all.add(listener);
        return () -> all.remove(listener);
    }

    public void publish(T news) {
        for (var listener : all) {
            try {
                listener.accept(news);
            } catch (RuntimeException e) {
                LoggerFactory.getLogger(Listeners.class).warn("A listener failed", e);
            }
        }
    }
}
