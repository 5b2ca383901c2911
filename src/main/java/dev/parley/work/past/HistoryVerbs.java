package dev.parley.work.past;

/// What can be asked about the sessions of all CLIs, one verb each.
public record HistoryVerbs(
        ListSessions list,
        ShowSession show,
        SearchSessions search,
        ReportUsage usage,
        IndexHistory index,
        ResumeSession resume) {}
