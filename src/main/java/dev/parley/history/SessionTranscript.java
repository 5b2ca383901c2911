package dev.parley.history;

import dev.parley.base.problem.Problem;
import dev.parley.event.Envelope;
import dev.parley.event.Secrets;
import dev.parley.portable.ConversationReader;
import dev.parley.portable.Piece;
import dev.parley.provider.StoredPlace;
import dev.parley.sessionfile.SessionFiles;
import dev.parley.sessionfile.StoredEvent;
import dev.parley.sessionfile.StoredFile.Layout;
import dev.parley.sessionfile.StoredReader;
import dev.parley.sessionfile.StoredSink;

import java.util.function.Consumer;

/// Reads what was said in a session from the CLI's own files, with secrets hidden: the branch on
/// which it would be resumed, from all files it consists of. Nothing is kept in memory, however
/// long it is.
///
/// Events have the numbers of their file; those of a file that goes on from another one are higher
/// than all of that other one.
public final class SessionTranscript {
    private static final StoredSink IGNORING = _ -> {};

    private final History history;
    private final HistorySnapshot view;
    private final SessionEntry entry;
    private long before;
    private long highest;

    public SessionTranscript(History history, HistorySnapshot view, SessionEntry entry) {
        this.history = history;
        this.view = view;
        this.entry = entry;
    }

    public void read(Consumer<Envelope> each) {
        for (var part : view.parts(entry)) {
            before = highest;
            read(part, each);
        }
    }

    /// The conversation as it is, with images and nothing hidden, for who brings it to another CLI.
    /// Nothing of it may be shown or leave the machine.
    public void pieces(Consumer<Piece> each) {
        var conversation = new ConversationReader(each);
        for (var part : view.parts(entry)) {
            var place = history.placeOf(part.file());
            var isRead =
                    place.read(
                            part.file(),
                            entry.key().nativeId(),
                            event -> {
                                if (isOurs(part, event) && part.has(event)) {
                                    conversation.hear(event);
                                }
                            });
            if (!isRead) {
                throw new Problem(
                        Problem.Kind.OUT_OF_RESOURCES,
                        "The file of " + entry.key() + " cannot be read now: " + part.file().path(),
                        "Try again; if it stays so, look at its permissions.");
            }
        }
        conversation.end();
    }

    private void read(SessionFiles.Part part, Consumer<Envelope> each) {
        var place = history.placeOf(part.file());
        var branches = place.outline(part.file());
        if (isBranching(part)) {
            branches.readOn(IGNORING);
        }
        try {
            report(part, place, branches, each);
        } catch (RuntimeException e) {
            throw e instanceof Problem ? e : new FileFault(part.file().path(), e);
        }
    }

    private void report(
            SessionFiles.Part part,
            StoredPlace place,
            StoredReader branches,
            Consumer<Envelope> each) {
        place.open(part.file())
                .readOn(event -> {
                    if (isOurs(part, event)) {
                        highest = Math.max(highest, before + event.envelope().sequenceNumber());
                        if (part.has(event) && branches.isActive(event)) {
                            each.accept(Secrets.mask(numbered(event.envelope())));
                        }
                    }
                });
    }

    /// Which branch of a file of lines is active is known when it was read to its end: it is read
    /// twice. Other events know it themselves.
    private static boolean isBranching(SessionFiles.Part part) {
        return switch (part.file().layout()) {
            case LINES, COMPRESSED_LINES -> true;
            case DOCUMENT, DATABASE -> false;
        };
    }

    /// A database holds many sessions.
    private boolean isOurs(SessionFiles.Part part, StoredEvent event) {
        return part.file().layout() != Layout.DATABASE
                || entry.key().nativeId().equals(event.envelope().sessionId());
    }

    private Envelope numbered(Envelope envelope) {
        return new Envelope(
                envelope.timestamp(),
                envelope.provider(),
                entry.key().nativeId(),
                before + envelope.sequenceNumber(),
                envelope.event(),
                null);
    }
}
