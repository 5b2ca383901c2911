package dev.parley.work.move;

import dev.parley.api.MoveRequest;
import dev.parley.api.Progress;
import dev.parley.base.problem.Problem;
import dev.parley.event.SessionKey;
import dev.parley.history.History;
import dev.parley.portable.Piece;
import dev.parley.work.change.NativeFork;

import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Makes a native session of a conversation up to one of its turns. The copies that CLIs make of
/// their own sessions end where the session ends, and some are not found from another directory;
/// what is written here begins in the directory it is for.
public final class ForkConversation implements NativeFork {
    /// A CLI may note the time of a prompt a moment before we note that its turn began.
    private static final Duration SLACK = Duration.ofSeconds(1);

    private final MovableSessions sessions;
    private final MoveSession moves;
    private final History history;

    public ForkConversation(MovableSessions sessions, MoveSession moves, History history) {
        this.sessions = sessions;
        this.moves = moves;
        this.history = history;
    }

    @Override
    public Optional<String> until(SessionKey from, Turn turn, MoveRequest request)
            throws InterruptedException {
        try {
            history.refresh(Progress.SILENT);
            if (history.view().find(from).isEmpty()) {
                return Optional.empty();
            }
            var last = last(sessions.find(from), turn);
            if (last == 0) {
                return Optional.empty();
            }
            var made =
                    moves.move(
                            from,
                            new MoveRequest(
                                    request.to(), request.model(), null, last, request.cwd()));
            history.refresh(Progress.SILENT);
            return Optional.of(made.to().nativeId());
        } catch (Problem problem) {
            LoggerFactory.getLogger(ForkConversation.class)
                    .info("{} is told, not copied: {}", from, problem.message());
            return Optional.empty();
        }
    }

    /// The number of the last prompt that was said before the turn ended; 0 if it is not certain
    /// which one that is.
    private static int last(Conversation conversation, Turn turn) throws InterruptedException {
        var prompts = new ArrayList<Piece.Prompt>();
        conversation
                .source()
                .read(piece -> {
                    if (piece instanceof Piece.Prompt prompt) {
                        prompts.add(prompt.saying(prompt.text().strip()));
                    }
                });
        var count = prompts.size();
        while (count > 0 && prompts.get(count - 1).time().isAfter(turn.endedAt())) {
            count--;
        }
        return isOf(prompts.subList(0, count), turn) ? count : 0;
    }

    /// What was said into the running turn comes after its prompt.
    private static boolean isOf(List<Piece.Prompt> prompts, Turn turn) {
        for (var prompt : prompts.reversed()) {
            if (prompt.time().isBefore(turn.startedAt().minus(SLACK))) {
                return false;
            }
            // Parley may have put words of its own before it.
            if (prompt.text().endsWith(turn.prompt().strip())) {
                return true;
            }
        }
        return false;
    }
}
