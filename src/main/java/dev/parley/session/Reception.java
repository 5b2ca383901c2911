package dev.parley.session;

import dev.parley.problem.Problem;
import dev.parley.provider.LiveInvocation;
import dev.parley.provider.Permission;
import dev.parley.store.Statements;

import java.sql.SQLException;
import java.util.Objects;

/// Takes requests for sessions and prompts: refuses what makes no sense before anything happens,
/// and enters the rest in the store.
final class Reception {
    private final Sessions.Needs needs;
    private final Claims claims;

    Reception(Sessions.Needs needs, Claims claims) {
        this.needs = needs;
        this.claims = claims;
    }

    /// Enters a new session, or finds the one that has the native session which is to go on.
    SessionId enter(NewSession request) throws InterruptedException {
        var said = new Wanted.Words(request.provider(), request.model(), request.resume());
        var wanted = Wanted.of(said, needs.providers(), needs.models());
        var profile = needs.installations().locate(wanted.profile()).orMissing().profile();
        var now = needs.clock().instant();
        var asked =
                new StoredSession.Asked(
                        profile.id(),
                        Wanted.directory(request.cwd()),
                        request.system(),
                        Wanted.directories(request.directories()),
                        request.home() == null ? null : Wanted.home(request.home()),
                        now);
        var standing =
                new StoredSession.Standing(
                        wanted.resume().orElse(null),
                        SessionState.STARTING,
                        wanted.model().orElse(null),
                        null,
                        request.permission() == null ? Permission.ASK : request.permission(),
                        null,
                        null,
                        claims.self(),
                        now);
        var fresh = new StoredSession(SessionId.random(), asked, standing);
        // Says what the provider cannot do.
        var _ = LiveInvocation.of(profile, fresh.request());
        return needs.database().write(store -> enter(store, fresh));
    }

    private SessionId enter(Statements store, StoredSession fresh) throws SQLException {
        var key = fresh.key();
        if (key.isPresent()) {
            var known = claims.free(store, key.get());
            if (known.isPresent()) {
                reopen(store, known.get(), fresh.standing());
                return known.get().id();
            }
        }
        SessionRows.insert(store, fresh);
        return fresh.id();
    }

    /// The same conversation goes on under the same id, as it is wanted now. A new time tells a
    /// process that is still warm that it was started for something else.
    private static void reopen(Statements store, StoredSession known, StoredSession.Standing wanted)
            throws SQLException {
        var before = known.standing();
        var model = wanted.model() == null ? before.model() : wanted.model();
        if (before.permission() != wanted.permission() || !Objects.equals(model, before.model())) {
            SessionRows.update(
                    store,
                    known.now(it ->
                            it.with(wanted.permission())
                                    .withModel(model, null)
                                    .at(wanted.updatedAt())));
        }
    }

    static void check(NewPrompt prompt) {
        var text = prompt.text();
        if ((text == null || text.isBlank()) && prompt.images().isEmpty()) {
            throw Problem.invalid("The prompt is empty.", "Say what the agent is to do.");
        }
        for (var image : prompt.images()) {
            if (image.mediaType() == null
                    || !image.mediaType().startsWith("image/")
                    || image.data() == null
                    || image.data().isEmpty()) {
                throw Problem.invalid(
                        "A picture of the prompt is not one.",
                        "Give its mediaType, such as image/png, and its data in base 64.");
            }
        }
    }
}
