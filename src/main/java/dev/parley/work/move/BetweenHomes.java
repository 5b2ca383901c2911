package dev.parley.work.move;

import dev.parley.api.Move;
import dev.parley.api.MoveRequest;
import dev.parley.api.Progress;
import dev.parley.base.disk.FileTree;
import dev.parley.base.problem.Problem;
import dev.parley.event.SessionKey;
import dev.parley.history.History;
import dev.parley.portable.Piece;
import dev.parley.portable.Translation;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Consumer;

/// Brings a session from the home of one agent to that of another, where neither is the user's own.
/// Thread-safe.
public final class BetweenHomes {
    private static final Logger LOG = LoggerFactory.getLogger(BetweenHomes.class);

    /// About 75,000 tokens: more would fill what the next model can read, with nothing left for its
    /// work.
    private static final long LONGEST = 300_000;

    private final MoveTarget targets;
    private final MoveLedger ledger;
    private final Path directory;
    private final Clock clock;

    /// @param directory for what is there only while a session is moved
    public BetweenHomes(MoveTarget targets, MoveLedger ledger, Path directory, Clock clock) {
        this.targets = targets;
        this.ledger = ledger;
        this.directory = directory;
        this.clock = clock;
    }

    /// @param to the provider in whose home it goes on
    /// @return the new session's id; nothing if it is too long, or cannot be brought
    public Optional<String> bring(
            SessionKey from, Path fromHome, String to, Path toHome, Path project, String model)
            throws InterruptedException {
        if (targets.find(from.provider()).isEmpty() || targets.find(to).isEmpty()) {
            return Optional.empty();
        }
        try {
            Files.createDirectories(directory);
            var index = Files.createTempDirectory(directory, "index");
            try {
                return bring(from, fromHome, to, toHome, project, model, index);
            } finally {
                FileTree.delete(index);
            }
        } catch (IOException | Problem e) {
            LOG.info("{} is told to {} in words: {}", from, to, e.getMessage());
            return Optional.empty();
        }
    }

    private Optional<String> bring(
            SessionKey from,
            Path fromHome,
            String to,
            Path toHome,
            Path project,
            String model,
            Path index)
            throws InterruptedException {
        var source = targets.in(fromHome, from.provider());
        var history = new History(() -> source.places(from.provider()), index);
        history.refresh(Progress.SILENT);
        var sessions = new MovableSessions(history, source);
        // Only one that names its provider, too, can be written down.
        var named = model.indexOf('/') > 0 ? model : null;
        var request = new MoveRequest(to, named, null, null, project);
        var length = new Length();
        Excerpt.of(sessions.find(from), request).read(_ -> false, length);
        if (length.characters > LONGEST) {
            LOG.info("{} is too long for {}: {} characters.", from, to, length.characters);
            return Optional.empty();
        }
        var move =
                new MoveSession(sessions, targets.in(toHome, to), ledger, directory, clock)
                        .move(from, request);
        return Optional.of(move).map(Move::to).map(SessionKey::nativeId);
    }

    private static final class Length implements Consumer<Piece> {
        private long characters;

        @Override
        public void accept(Piece piece) {
            switch (piece) {
                case Piece.Prompt prompt -> characters += prompt.text().length();
                case Piece.Summary summary -> characters += summary.text().length();
                case Piece.Step step -> {
                    characters += step.text().length();
                    for (var call : step.calls()) {
                        characters +=
                                call.arguments().toString().length()
                                        + Math.min(
                                                call.result().text().length(),
                                                Translation.LONGEST_RESULT);
                    }
                }
            }
        }
    }
}
