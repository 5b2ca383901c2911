package dev.parley.work.page;

import dev.parley.api.InboxItem;
import dev.parley.api.InboxItem.Kind;
import dev.parley.api.InboxPage;
import dev.parley.api.Mark;
import dev.parley.api.PendingApproval;
import dev.parley.api.Row;
import dev.parley.api.SessionId;
import dev.parley.api.SessionInfo;
import dev.parley.api.SessionState;
import dev.parley.api.Subscription;
import dev.parley.base.problem.Problem;
import dev.parley.session.Sessions;
import dev.parley.session.log.Listeners;
import dev.parley.store.MarkStore;
import dev.parley.work.limit.ReachedLimit;

import org.jspecify.annotations.Nullable;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Everything that waits for a person, over all sessions: questions first, since an agent stands
/// still for them, then by age. Thread-safe.
public final class Inbox {
    /// How many rows before it an item has unless somebody asks for another number.
    public static final int USUAL_CONTEXT = 3;

    public static final int MOST_CONTEXT = 20;
    private static final int MOST_ITEMS = 500;
    private static final int SESSIONS = 300;

    /// What is older was forgotten, not left for later.
    private static final Duration OLDEST = Duration.ofDays(14);

    private static final Comparator<InboxItem> ORDER =
            Comparator.<InboxItem, Boolean>comparing(item -> !item.kind().isBlocking())
                    .thenComparing(InboxItem::since)
                    .thenComparing(InboxItem::id);

    private final Sessions sessions;
    private final Endings endings;
    private final LastRows contexts;
    private final ProposedTickets proposals;
    private final Marks marks;
    private final MarkStore store;
    private final Clock clock;
    private final Listeners<String> snoozes = new Listeners<>();

    public Inbox(
            Sessions sessions,
            ProposedTickets proposals,
            Marks marks,
            MarkStore store,
            ReachedLimit.Finder limits,
            Clock clock) {
        this.sessions = sessions;
        this.endings = new Endings(sessions, limits);
        this.contexts = new LastRows(sessions);
        this.proposals = proposals;
        this.marks = marks;
        this.store = store;
        this.clock = clock;
    }

    /// @param context how many rows before it an item has
    /// @param withSnoozed whether what was put off is wanted, too
    public InboxPage page(int context, boolean withSnoozed) throws InterruptedException {
        var now = clock.instant();
        var putOff = store.snoozed();
        var byName = marks.byName();
        var items = new ArrayList<InboxItem>();
        for (var item : items(now, byName)) {
            var until = until(item, putOff, byName);
            items.add(until == null || until.isBefore(now) ? item : item.snoozed(until));
        }
        var counts = new EnumMap<Kind, Integer>(Kind.class);
        items.stream()
                .filter(item -> item.snoozedUntil() == null)
                .forEach(item -> counts.merge(item.kind(), 1, Integer::sum));
        var snoozed = (int) items.stream().filter(item -> item.snoozedUntil() != null).count();
        var shown = new ArrayList<InboxItem>();
        for (var item :
                items.stream()
                        .filter(one -> withSnoozed || one.snoozedUntil() == null)
                        .sorted(ORDER)
                        .limit(MOST_ITEMS)
                        .toList()) {
            shown.add(withContext(item, context));
        }
        return new InboxPage(shown, counts, snoozed);
    }

    /// A question is put off by itself; a session that is put off takes all but questions with it.
    private static @Nullable Instant until(
            InboxItem item, Map<String, Instant> putOff, Map<String, Mark> byName) {
        var own = putOff.get(item.id());
        var ref = item.ref();
        if (own != null || item.kind().isBlocking() || ref == null) {
            return own;
        }
        var mark = byName.get(ref);
        return mark == null ? null : mark.snoozedUntil();
    }

    private List<InboxItem> items(Instant now, Map<String, Mark> byName)
            throws InterruptedException {
        var found = new ArrayList<InboxItem>();
        for (var asked : sessions.approvals().pending()) {
            found.add(item(asked, byName));
        }
        for (var session : sessions.list(SESSIONS)) {
            if (session.updatedAt().isAfter(now.minus(OLDEST))) {
                over(session, byName).ifPresent(found::add);
            }
        }
        found.addAll(proposals.items());
        return found;
    }

    private InboxItem item(PendingApproval asked, Map<String, Mark> byName)
            throws InterruptedException {
        var input = asked.input();
        var asksForValues =
                input != null && (input.has("questions") || input.has("requestedSchema"));
        var info = find(asked.session());
        return new InboxItem(
                "approval:" + asked.id(),
                asksForValues ? Kind.QUESTION : Kind.APPROVAL,
                asked.askedAt(),
                RowText.line(asked.wish()),
                asked.session().value(),
                asked.provider(),
                asked.cwd().toString(),
                info.map(one -> title(one, byName)).orElse(null),
                info.map(SessionInfo::lastSequence).orElse(null),
                asked,
                null,
                List.of(),
                List.of(),
                null,
                null);
    }

    private Optional<SessionInfo> find(SessionId id) throws InterruptedException {
        try {
            return Optional.of(sessions.info(id));
        } catch (Problem _) {
            return Optional.empty(); // gone in the meantime
        }
    }

    private @Nullable String title(SessionInfo info, Map<String, Mark> byName) {
        return marks.of(info, byName).map(Mark::title).orElse(info.title());
    }

    /// A session whose turn is over and that nobody has looked at since. What an agent says in a
    /// room is seen there.
    private Optional<InboxItem> over(SessionInfo info, Map<String, Mark> byName)
            throws InterruptedException {
        var mark = marks.of(info, byName);
        var isUnread = mark.map(Mark::isUnread).orElse(false);
        var seen = mark.map(Mark::seen).orElse(0L);
        if (info.room() != null
                || info.state().isActive()
                || info.state() == SessionState.STARTING
                || mark.map(Mark::isArchived).orElse(false)
                || (info.lastSequence() <= seen && !isUnread)) {
            return Optional.empty();
        }
        var ending = endings.of(info);
        if (ending.isEmpty() || (ending.get().sequence() <= seen && !isUnread)) {
            return Optional.empty();
        }
        var kind = ending.get().kind();
        // What somebody closed was looked at, unless it failed.
        if (kind == Kind.FINISHED && info.state() == SessionState.COMPLETED && !isUnread) {
            return Optional.empty();
        }
        var title = title(info, byName);
        return Optional.of(
                new InboxItem(
                        kind.wireName() + ":" + info.id(),
                        kind,
                        ending.get().time(),
                        ending.get().message().isEmpty()
                                ? title == null ? "Finished" : title
                                : RowText.line(ending.get().message()),
                        info.id().value(),
                        info.provider(),
                        info.cwd().toString(),
                        title,
                        info.lastSequence(),
                        null,
                        null,
                        List.of(),
                        List.of(),
                        null,
                        ending.get().limitEnds()));
    }

    private InboxItem withContext(InboxItem item, int context) throws InterruptedException {
        var ref = item.ref();
        if (context == 0 || ref == null || item.kind() == Kind.PROPOSAL) {
            return item;
        }
        var rows = contexts.rows(SessionId.of(ref), item.lastSequence(), context + 1);
        var asked = item.approval();
        var before = rows.stream().filter(row -> asked == null || !isOf(row, asked)).toList();
        return item.with(before.subList(Math.max(0, before.size() - context), before.size()));
    }

    private static boolean isOf(Row row, PendingApproval asked) {
        return row.body() instanceof Row.Approval approval
                && approval.requestId().equals(asked.requestId());
    }

    /// Puts an item off.
    ///
    /// @param until absent: not any more
    public void snooze(String item, @Nullable Instant until) throws InterruptedException {
        store.snooze(item, until, clock.instant());
        snoozes.publish(item);
    }

    Subscription onSnooze(Consumer<String> listener) {
        return snoozes.add(listener);
    }

    /// When the next item comes back by itself.
    Optional<Instant> nextReturn() throws InterruptedException {
        var now = clock.instant();
        return Stream.concat(
                        store.snoozed().values().stream(),
                        store.all().stream().flatMap(one -> Stream.ofNullable(one.snoozedUntil())))
                .filter(now::isBefore)
                .min(Comparator.naturalOrder());
    }
}
