package dev.parley.door.cli.shared;

import dev.parley.api.SessionsRequest;
import dev.parley.base.problem.Problem;

import org.jspecify.annotations.Nullable;

import java.util.Optional;

/// `last` where a session is named that goes on: the one in which something was said last, of the
/// named provider or of any.
public final class LastSession {
    private static final String LAST = "last";

    private LastSession() {}

    /// @param name as it was said; anything but `last` stays as it is
    public static @Nullable String of(
            Program app, Console console, @Nullable String provider, @Nullable String name)
            throws InterruptedException {
        if (!LAST.equals(name)) {
            return name;
        }
        app.historyVerbs().index().refresh(HistoryPass.bar(console));
        var request =
                new SessionsRequest(
                        Optional.ofNullable(provider),
                        Optional.empty(),
                        Optional.empty(),
                        false,
                        0,
                        1);
        return app.historyVerbs().list().page(request).sessions().stream()
                .findFirst()
                .map(session -> session.key().toString())
                .orElseThrow(() ->
                        Problem.notFound(
                                "There is no session"
                                        + (provider == null ? "" : " of " + provider)
                                        + " yet.",
                                "Start one without --resume."));
    }
}
