package dev.parley.room;

import dev.parley.api.Finding;

import java.util.List;

/// What the host does next.
public sealed interface Step {
    /// These agents take a turn, at the same time; none sees what the others say in it.
    record Speak(List<Order> orders) implements Step {
        public Speak {
            orders = List.copyOf(orders);
        }
    }

    /// The room says something itself.
    record Note(String text) implements Step {}

    /// The findings of a review, as they stand.
    record Found(List<Finding> findings) implements Step {
        public Found {
            findings = List.copyOf(findings);
        }
    }

    /// Nobody speaks any more before a person does.
    record Over(String why) implements Step {}
}
