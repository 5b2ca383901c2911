package dev.parley.work.past;

import dev.parley.api.IndexReport;
import dev.parley.api.Progress;
import dev.parley.history.History;
import dev.parley.history.HistoryKeeper;
import dev.parley.history.SessionEntry;
import dev.parley.history.text.TextSearch;

/// Reads what the CLIs wrote into the catalog of sessions and the text index.
public final class IndexHistory {
    private final History history;
    private final HistoryKeeper keeper;
    private final TextSearch search;
    private volatile boolean isKept;

    public IndexHistory(History history, HistoryKeeper keeper, TextSearch search) {
        this.history = history;
        this.keeper = keeper;
        this.search = search;
    }

    /// Brings the catalog up to date, for a verb that is asked where no server runs.
    public void refresh(Progress progress) throws InterruptedException {
        history.refresh(progress);
    }

    /// Brings both up to date. Beside a server, that one indexes the text.
    ///
    /// @param isFromNothing whether both are thrown away first
    public IndexReport bringUpToDate(Progress progress, boolean isFromNothing)
            throws InterruptedException {
        var read = isFromNothing ? history.rebuild(progress) : history.refresh(progress);
        var isTextIndexed = search.bringUpToDate(progress, isFromNothing);
        var sessions = history.view().sessions();
        return new IndexReport(
                read,
                sessions.size(),
                (int) sessions.stream().filter(SessionEntry::isSubagent).count(),
                sessions.stream().mapToLong(SessionEntry::skippedLines).sum(),
                sessions.stream().mapToLong(SessionEntry::skippedValues).sum(),
                isTextIndexed);
    }

    /// Keeps both up to date from now on, in the background.
    public void keep() {
        isKept = true;
        search.start();
        keeper.start();
    }

    /// For a verb that is asked in whatever Parley: where nobody keeps them, what is new is read
    /// first.
    public void refreshUnlessKept() throws InterruptedException {
        if (!isKept) {
            history.refresh(Progress.SILENT);
            search.bringUpToDate(Progress.SILENT, false);
        }
    }

    /// Makes both again in the background; returns at once.
    public void rebuild() {
        keeper.rebuild();
        search.rebuild();
    }
}
