package dev.parley.work.move;

import dev.parley.api.SessionId;
import dev.parley.api.SessionInfo;
import dev.parley.event.Envelope;
import dev.parley.event.Event;
import dev.parley.event.Secrets;
import dev.parley.event.SessionKey;
import dev.parley.portable.ConversationReader;
import dev.parley.portable.Heading;
import dev.parley.portable.Piece;
import dev.parley.session.Sessions;

import org.jspecify.annotations.Nullable;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Conversations as Parley itself heard them, for those of which no CLI has a file that Parley
/// reads: of agents of the user's own, in homes of their own, or files that are gone. Pictures are
/// not among what is kept.
public final class OwnTurns {
    private static final int PAGE = 1000;

    /// Who asks for an older one names it by our id.
    private static final int RECENT = 500;

    private final Sessions sessions;
    private final MoveTarget targets;

    public OwnTurns(Sessions sessions, MoveTarget targets) {
        this.sessions = sessions;
        this.targets = targets;
    }

    SessionInfo info(SessionId id) throws InterruptedException {
        return sessions.info(id);
    }

    /// The newest session of ours that its provider calls so.
    Optional<SessionInfo> find(SessionKey key) throws InterruptedException {
        return sessions.list(RECENT).stream()
                .filter(info -> info.provider().equals(key.provider()))
                .filter(info -> key.nativeId().equals(info.nativeId()))
                .findFirst();
    }

    Conversation of(SessionInfo info) {
        var name = info.nativeId() == null ? info.id().value() : info.nativeId();
        return new Conversation(
                new Heading(
                        new SessionKey(info.provider(), name),
                        info.title() == null ? "(untitled)" : Secrets.mask(info.title()),
                        info.cwd().toString(),
                        null,
                        info.createdAt(),
                        info.updatedAt()),
                targets.profile(info.provider()).name(),
                targets.tools(info.provider()),
                List.of(),
                each -> read(info.id(), each));
    }

    private void read(SessionId id, Consumer<Piece> each) throws InterruptedException {
        var conversation = new ConversationReader(each);
        var whole = new WholeMessages(conversation);
        var after = 0L;
        for (var page = sessions.events(id, after, PAGE);
                !page.isEmpty();
                page = sessions.events(id, after, PAGE)) {
            page.forEach(logged -> whole.hear(logged.envelope()));
            after = page.getLast().sequence();
        }
        whole.endPieces();
        conversation.end();
    }

    /// A message that was stopped is there in pieces only.
    private static final class WholeMessages {
        private final ConversationReader conversation;
        private final Set<String> told = new HashSet<>();
        private final StringBuilder pieces = new StringBuilder();
        private @Nullable Envelope last;
        private String piecesOf = "";

        WholeMessages(ConversationReader conversation) {
            this.conversation = conversation;
        }

        void hear(Envelope envelope) {
            switch (envelope.event()) {
                case Event.AssistantStreamed piece -> {
                    if (!piecesOf.equals(piece.messageId())) {
                        endPieces();
                        piecesOf = piece.messageId();
                    }
                    pieces.append(piece.content());
                    last = envelope;
                }
                case Event.AssistantSaid said -> {
                    if (piecesOf.equals(said.messageId())) {
                        pieces.setLength(0);
                    }
                    endPieces();
                    if (!told.contains(Objects.requireNonNullElse(said.messageId(), ""))) {
                        tell(envelope);
                    }
                }
                case Event.UserSaid _, Event.ToolCalled _, Event.TurnEnded _ -> {
                    endPieces();
                    tell(envelope);
                }
                case Event.AboutSession _,
                        Event.AboutTurn _,
                        Event.Message _,
                        Event.AboutTool _,
                        Event.AboutApproval _,
                        Event.TokensUsed _,
                        Event.Failed _,
                        Event.Unrecognized _ ->
                        tell(envelope);
            }
        }

        void endPieces() {
            var piece = last;
            if (!pieces.isEmpty() && piece != null) {
                told.add(piecesOf);
                tell(
                        new Envelope(
                                piece.timestamp(),
                                piece.provider(),
                                piece.sessionId(),
                                piece.sequenceNumber(),
                                new Event.AssistantSaid(pieces.toString(), piecesOf),
                                null));
            }
            pieces.setLength(0);
            piecesOf = "";
        }

        private void tell(Envelope envelope) {
            conversation.hear(envelope);
        }
    }
}
