package dev.parley.work;

/// What can be asked about the sessions of all CLIs, one verb each.
public record HistoryVerbs(
        ListSessions list,
        ShowSession show,
        SearchSessions search,
        ReportUsage usage,
        IndexHistory index,
        ResumeSession resume) {}
