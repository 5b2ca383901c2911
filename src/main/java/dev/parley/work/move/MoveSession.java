package dev.parley.work.move;

import dev.parley.api.Move;
import dev.parley.api.MoveRequest;
import dev.parley.base.disk.DiskProblem;
import dev.parley.base.problem.Problem;
import dev.parley.event.SessionKey;
import dev.parley.portable.Destination;
import dev.parley.portable.Fingerprint;
import dev.parley.portable.NativeDraft;
import dev.parley.portable.NativeFormat;
import dev.parley.portable.Piece;
import dev.parley.portable.Translation;
import dev.parley.process.ledger.ProcessIdentity;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// Brings a conversation to another CLI, as a session that this CLI could have written itself.
/// Always a new session: the old one is only read. It is written beside its place, read back with
/// the reader of the target, compared, and renamed; a failure leaves nothing.
public final class MoveSession {
    private static final Logger LOG = LoggerFactory.getLogger(MoveSession.class);

    private final MovableSessions sessions;
    private final MoveTarget targets;
    private final MoveLedger ledger;
    private final Path directory;
    private final Clock clock;
    private final UnaryOperator<OutputStream> disk;

    /// @param directory for drafts that a CLI takes in itself
    public MoveSession(
            MovableSessions sessions,
            MoveTarget targets,
            MoveLedger ledger,
            Path directory,
            Clock clock) {
        this(sessions, targets, ledger, directory, clock, file -> file);
    }

    /// @param disk what is between a draft and its file
    MoveSession(
            MovableSessions sessions,
            MoveTarget targets,
            MoveLedger ledger,
            Path directory,
            Clock clock,
            UnaryOperator<OutputStream> disk) {
        this.sessions = sessions;
        this.targets = targets;
        this.ledger = ledger;
        this.directory = directory;
        this.clock = clock;
        this.disk = disk;
    }

    /// @param session as a person may call it
    public Move move(String session, MoveRequest request) throws InterruptedException {
        return move(sessions.named(session), request);
    }

    public Move move(SessionKey session, MoveRequest request) throws InterruptedException {
        return move(sessions.find(session), request);
    }

    /// What would be written, line by line; nothing is.
    public void preview(String session, MoveRequest request, Consumer<String> each)
            throws InterruptedException {
        var conversation = sessions.named(session);
        var format = targets.format(request.to());
        var excerpt = Excerpt.of(conversation, request);
        var draft =
                format.draft(destination(conversation, request, format), conversation.heading());
        try {
            content(conversation, request, _ -> false, excerpt, draft)
                    .write(lines -> lines.forEach(each));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private DraftContent content(
            Conversation conversation,
            MoveRequest request,
            Predicate<Piece.Prompt> again,
            Excerpt excerpt,
            NativeDraft draft) {
        var isSame = conversation.heading().from().provider().equals(request.to());
        var translation =
                new Translation(conversation.tools(), targets.format(request.to()), isSame);
        return new DraftContent(
                excerpt, again, translation, draft, note(conversation, excerpt.leftOut()));
    }

    /// @param move nothing where nothing was left to bring
    /// @param leftOut the prompts at the end that did not come along
    record Partly(Optional<Move> move, List<Piece.Prompt> leftOut) {}

    /// Without prompts at the end that nobody has answered and that will be said again.
    Partly moveWithout(Conversation conversation, MoveRequest request, List<SaidAgain> again)
            throws InterruptedException {
        Predicate<Piece.Prompt> isAgain =
                prompt -> again.stream().anyMatch(one -> PromptTrace.is(prompt, one.said()));
        if (!Excerpt.hasPrompts(conversation)) {
            return new Partly(Optional.empty(), List.of());
        }
        var pieces = new AtomicInteger();
        var left = Excerpt.of(conversation, request).read(isAgain, _ -> pieces.incrementAndGet());
        return new Partly(
                pieces.get() == 0
                        ? Optional.empty()
                        : Optional.of(move(conversation, request, isAgain)),
                left);
    }

    Move move(Conversation conversation, MoveRequest request) throws InterruptedException {
        return move(conversation, request, _ -> false);
    }

    private Move move(Conversation conversation, MoveRequest request, Predicate<Piece.Prompt> again)
            throws InterruptedException {
        ledger.cleanUp(targets::has);
        var format = targets.format(request.to());
        var excerpt = Excerpt.of(conversation, request);
        var to = destination(conversation, request, format);
        var draft = format.draft(to, conversation.heading());
        var left = excerpt.leftOut();
        var content = content(conversation, request, again, excerpt, draft);
        var isImported = !draft.importing(Path.of("")).isEmpty();
        var beside =
                isImported
                        ? directory.resolve(draft.nativeId() + ".import")
                        : SessionDraft.beside(draft);
        var move = begun(conversation, request, to, draft, beside, isImported);
        ledger.keep(move);
        var isDone = false;
        try (var written = new SessionDraft(draft, beside, disk)) {
            written.write(content);
            var print = content.written();
            var notes = new ArrayList<>(left);
            if (!format.advice().isEmpty()) {
                notes.add(format.advice());
            }
            var expected = print.value();
            if (isImported) {
                move =
                        move.written(
                                expected, print.prompts(), print.calls(), String.join("\n", notes));
                ledger.keep(move);
                takeIn(move, to, draft, beside);
            } else {
                check(move, readBack(move.to(), written.lines()), expected);
                move =
                        move.written(
                                expected, print.prompts(), print.calls(), String.join("\n", notes));
                ledger.keep(move);
                written.place();
            }
            isDone = true;
            return kept(move.done());
        } catch (IOException e) {
            throw DiskProblem.of(
                    to.home(),
                    e,
                    Problem.invalid(
                            "The session cannot be written: " + e.getMessage(),
                            "Nothing was changed. Make "
                                    + to.home()
                                    + " writable, and try again."));
        } finally {
            if (!isDone) {
                ledger.forget(move);
            }
        }
    }

    /// The CLI has the session. Where that cannot be noted any more, the next move does it.
    private Move kept(Move done) {
        try {
            ledger.keep(done);
        } catch (Problem problem) {
            LOG.warn("{} is not noted yet: {}", done.to(), problem.message());
        }
        return done;
    }

    private Destination destination(
            Conversation conversation, MoveRequest request, NativeFormat format) {
        var named =
                request.cwd() == null
                        ? conversation.heading().directory()
                        : request.cwd().toString();
        if (named == null) {
            throw Problem.invalid(
                    "Nothing tells the directory of " + conversation.heading().from() + ".",
                    "Name it with --cwd.");
        }
        try {
            var project = Path.of(named).toRealPath();
            if (!Files.isDirectory(project)) {
                throw new IOException("no directory");
            }
            var place = targets.place(request.to());
            var model =
                    request.model() == null && format.needsModel()
                            ? targets.usualModel(format).orElse(null)
                            : request.model();
            return new Destination(
                    place.home(),
                    project,
                    place.projects(),
                    model,
                    clock.instant(),
                    clock.getZone(),
                    UUID::randomUUID);
        } catch (IOException _) {
            throw Problem.invalid(
                    "The directory of " + conversation.heading().from() + " is not there: " + named,
                    "Name another with --cwd.");
        }
    }

    private static String note(Conversation conversation, List<String> left) {
        var words = new ArrayList<String>();
        words.add(
                "This conversation began in %s as session %s and was brought here by Parley, with its tool calls."
                        .formatted(conversation.name(), conversation.heading().from()));
        words.addAll(left);
        return String.join("\n", words);
    }

    private Move begun(
            Conversation conversation,
            MoveRequest request,
            Destination to,
            NativeDraft draft,
            Path beside,
            boolean isImported) {
        var self = ProcessIdentity.self();
        return new Move(
                UUID.randomUUID().toString(),
                conversation.heading().from(),
                new SessionKey(request.to(), draft.nativeId()),
                Move.State.WRITING,
                conversation.heading().title(),
                to.project().toString(),
                isImported ? "" : draft.place().toString(),
                beside.toString(),
                "",
                0,
                0,
                "",
                to.now(),
                self.pid(),
                self.start());
    }

    private String readBack(SessionKey session, Path lines) {
        var print = new Fingerprint();
        targets.place(session.provider()).pieces(lines, session.nativeId(), print);
        return print.value();
    }

    private static void check(Move move, String found, String expected) {
        if (!found.equals(expected)) {
            throw new Problem(
                    Problem.Kind.FAULT,
                    "What was written for %s does not read as what was said in %s."
                            .formatted(move.to().provider(), move.from()),
                    "Nothing was changed. Try --from-turn to leave an unusual beginning out, and report this.");
        }
    }

    /// The CLI puts it into its database. What does not read as it should is taken out again.
    private void takeIn(Move move, Destination to, NativeDraft draft, Path file)
            throws InterruptedException {
        targets.run(move.to().provider(), to.project(), draft.importing(file));
        var print = new Fingerprint();
        targets.stored(move.to(), print);
        try {
            check(move, print.value(), move.fingerprint());
        } catch (Problem problem) {
            var format = targets.format(move.to().provider());
            targets.run(move.to().provider(), to.project(), format.deleting(move.to().nativeId()));
            throw problem;
        }
    }
}
