package dev.parley.work.page;

/// What the page asks beyond the other verbs, one each.
public record PageVerbs(
        ViewSession view,
        Marks marks,
        Inbox inbox,
        InboxWatch inboxWatch,
        CompletePaths complete,
        HandOver handOver,
        Settings settings,
        Rules rules) {}
