package dev.parley.work.page;

import dev.parley.api.Mark;
import dev.parley.api.MarkChange;
import dev.parley.api.Row;
import dev.parley.api.RowPage;
import dev.parley.api.SessionFacts;
import dev.parley.api.SessionId;
import dev.parley.api.SessionInfo;
import dev.parley.base.problem.Problem;
import dev.parley.event.Offer;
import dev.parley.event.SessionKey;
import dev.parley.session.Sessions;
import dev.parley.work.past.ShowSession;
import dev.parley.work.past.ShownSession;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Shows one session as rows, live or stored, under one name: Parley's own id of it, or
/// `provider:id`.
public final class ViewSession {
    private final Sessions sessions;
    private final ShowSession stored;
    private final Marks marks;
    private final Function<String, List<String>> permissions;

    /// @param permissions the permission modes of a provider
    public ViewSession(
            Sessions sessions,
            ShowSession stored,
            Marks marks,
            Function<String, List<String>> permissions) {
        this.permissions = permissions;
        this.sessions = sessions;
        this.stored = stored;
        this.marks = marks;
    }

    /// A session by the name it was asked for.
    ///
    /// @param live as it is here, if that name is ours or no file tells of it
    /// @param file from the CLI's own files
    record Named(
            String ref,
            Optional<SessionInfo> live,
            Optional<ShownSession> file,
            ShownSession shown) {
        /// Absent until the provider has told it.
        Optional<SessionKey> key() {
            return live.isPresent() && live.get().nativeId() == null
                    ? Optional.empty()
                    : Optional.of(shown.session().key());
        }

        @Nullable String liveId() {
            var id = live.map(SessionInfo::id).orElse(shown.session().liveId());
            return id == null ? null : id.value();
        }

        /// What its marks are kept under.
        String markName() {
            return live.map(Marks::name).orElseGet(() -> shown.session().key().toString());
        }
    }

    Named named(String ref) throws InterruptedException {
        if (SessionId.isOne(ref)) {
            var info = sessions.info(SessionId.of(ref));
            var file =
                    Optional.ofNullable(info.nativeId())
                            .flatMap(id -> stored.stored(new SessionKey(info.provider(), id)));
            return new Named(ref, Optional.of(info), file, stored.live(info));
        }
        var key = SessionKey.parse(ref).map(SessionKey::canonical).orElseThrow(() -> unknown(ref));
        var file = stored.stored(key);
        if (file.isPresent()) {
            return new Named(ref, Optional.empty(), file, file.get());
        }
        var shown = stored.find(key).orElseThrow(() -> unknown(ref));
        var id = shown.session().liveId();
        var live = id == null ? Optional.<SessionInfo>empty() : Optional.of(sessions.info(id));
        return new Named(ref, live, Optional.empty(), shown);
    }

    private static Problem unknown(String ref) {
        return Problem.notFound(
                "There is no session \"" + ref + "\".",
                "Its name is Parley's own id of it, or provider:id. GET /api/sessions lists them.");
    }

    /// The session, for an export.
    public ShownSession shown(String ref) throws InterruptedException {
        var session = named(ref);
        return session.file().orElse(session.shown());
    }

    /// What happened in it, with the numbers that its rows have.
    ///
    /// @param row a row of it; absent: everything that is known
    ShownSession.Events events(String ref, @Nullable String row) throws InterruptedException {
        var session = named(ref);
        var isOfFile = row == null || row.startsWith("f") || session.live().isEmpty();
        return isOfFile
                ? session.file().orElse(session.shown()).events()
                : session.shown().events();
    }

    public SessionFacts facts(String ref) throws InterruptedException {
        return facts(named(ref));
    }

    private SessionFacts facts(Named session) throws InterruptedException {
        var all = marks.byName();
        var mark = all.get(session.markName());
        var liveId = session.liveId();
        if (mark == null && liveId != null) {
            mark = all.get(liveId);
        }
        var summary = session.file().orElse(session.shown()).session();
        if (liveId != null) {
            summary = summary.live(SessionId.of(liveId));
        }
        var live =
                liveId == null
                        ? null
                        : session.live().isPresent()
                                ? session.live().get()
                                : sessions.info(SessionId.of(liveId));
        return new SessionFacts(
                session.ref(),
                summary,
                session.file().isPresent(),
                live,
                session.file().isPresent() ? stored.usage(summary.key()) : null,
                mark,
                liveId == null ? null : sessions.offer(SessionId.of(liveId)).context(),
                actions(session));
    }

    private static List<String> actions(Named session) {
        var actions = new ArrayList<String>();
        var summary = session.shown().session();
        if (summary.parent() == null && session.key().isPresent()) {
            actions.add("resume");
        }
        if (summary.directory() != null) {
            if (summary.parent() == null) {
                actions.add("fork");
            }
            actions.add("handover");
            actions.add("ticket");
        }
        actions.add("export");
        return actions;
    }

    /// The last rows, or those around one.
    ///
    /// @param around the row that is looked for; absent: the end
    public RowPage rows(String ref, @Nullable String around, int limit)
            throws InterruptedException {
        var rows = source(named(ref));
        return around == null ? rows.before(JoinedRows.END, limit) : rows.around(around, limit);
    }

    public RowPage before(String ref, String before, int limit) throws InterruptedException {
        return source(named(ref)).before(before, limit);
    }

    public RowPage after(String ref, String after, int limit) throws InterruptedException {
        return source(named(ref)).after(after, limit);
    }

    /// One row, whole.
    public Row row(String ref, String row) throws InterruptedException {
        return source(named(ref))
                .row(row)
                .orElseThrow(() ->
                        Problem.notFound(
                                "There is no row \"" + row + "\" in " + ref + ".",
                                "Ask for the rows of the session again."));
    }

    private JoinedRows source(Named session) throws InterruptedException {
        if (session.live().isEmpty()) {
            return JoinedRows.stored(session.shown().events());
        }
        var info = session.live().get();
        return JoinedRows.live(sessions, info.id(), session.file().map(ShownSession::events));
    }

    /// Where a session works.
    public String directory(String ref) throws InterruptedException {
        var directory = named(ref).shown().session().directory();
        if (directory == null) {
            throw Problem.invalid(
                    "Nothing tells the directory of " + ref + ".", "Ask about a directory.");
        }
        return directory;
    }

    /// What the CLI of a session told of itself, while it is live here.
    public Offer offer(String ref) throws InterruptedException {
        var id = named(ref).liveId();
        return id == null ? Offer.NOTHING : sessions.offer(SessionId.of(id));
    }

    /// The permission modes a session can be in.
    public List<String> permissions(String ref) throws InterruptedException {
        return permissions.apply(named(ref).shown().session().key().provider());
    }

    /// Notes something about a session.
    public Mark mark(String ref, MarkChange change) throws InterruptedException {
        var session = named(ref);
        return marks.change(session.markName(), session.liveId(), change);
    }
}
