package dev.parley.api;

import java.util.List;
import java.util.Map;

/// Everything that waits for a person: what blocks an agent first, then by age.
///
/// @param counts how many there are of each kind, snoozed ones left out
/// @param snoozed how many were put off
public record InboxPage(List<InboxItem> items, Map<InboxItem.Kind, Integer> counts, int snoozed) {
    public InboxPage {
        items = List.copyOf(items);
        counts = Map.copyOf(counts);
    }
}
