package dev.parley.tool;

import dev.parley.api.Subscription;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// Tells listening clients that a list is not what it was. Thread-safe.
public final class McpChanges {
    /// What may change, by the name of its filter in `subscriptions/listen`.
    public enum Kind {
        TOOLS("toolsListChanged", "notifications/tools/list_changed"),
        PROMPTS("promptsListChanged", "notifications/prompts/list_changed"),
        RESOURCES("resourcesListChanged", "notifications/resources/list_changed");

        private final String filter;
        private final String notification;

        Kind(String filter, String notification) {
            this.filter = filter;
            this.notification = notification;
        }

        String filter() {
            return filter;
        }

        String notification() {
            return notification;
        }
    }

    private final List<Consumer<Kind>> listeners = new CopyOnWriteArrayList<>();

    public void announce(Kind kind) {
        listeners.forEach(listener -> listener.accept(kind));
    }

    Subscription listen(Consumer<Kind> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }
}
