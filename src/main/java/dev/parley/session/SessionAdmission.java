package dev.parley.session;

import static java.util.stream.Collectors.joining;

import dev.parley.api.NewPrompt;
import dev.parley.api.NewSession;
import dev.parley.api.Permission;
import dev.parley.api.SessionId;
import dev.parley.api.SessionState;
import dev.parley.base.problem.Problem;
import dev.parley.event.SessionKey;
import dev.parley.provider.LiveInvocation;
import dev.parley.provider.Target;
import dev.parley.session.store.SessionRow;
import dev.parley.session.store.SessionRows;
import dev.parley.store.sqlite.Statements;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// Takes requests for sessions and prompts: refuses what makes no sense before anything happens,
/// and enters the rest in the store.
final class SessionAdmission {
    private final Sessions.Needs needs;
    private final SessionOwnership claims;

    SessionAdmission(Sessions.Needs needs, SessionOwnership claims) {
        this.needs = needs;
        this.claims = claims;
    }

    /// Enters a new session, or finds the one that is to go on.
    SessionId enter(NewSession request) throws InterruptedException {
        var known = known(request);
        return known.isPresent() ? goOn(known.get(), request) : enterNew(request);
    }

    /// The session that is to go on, by our id or by the provider's. Looked up among the writes: it
    /// may have been closed or changed just now, which a reader would not see yet.
    private Optional<SessionRow> known(NewSession request) throws InterruptedException {
        var resume = request.resume();
        if (resume == null) {
            return Optional.empty();
        }
        if (SessionId.isOne(resume)) {
            var id = SessionId.of(resume);
            Optional<SessionRow> found =
                    needs.database().write(store -> SessionRows.find(store, id));
            return Optional.of(found.orElseThrow(() -> SessionOwnership.unknown(id)));
        }
        var said = new Target.Words(request.provider(), request.model(), resume);
        var wanted = Target.of(said, needs.providers(), needs.models());
        var key = new SessionKey(wanted.profile().id(), wanted.resume().orElse(resume));
        return needs.database().write(store -> claims.free(store, key));
    }

    /// The same conversation goes on under the same id, as it was or as it is wanted now.
    private SessionId goOn(SessionRow known, NewSession request) throws InterruptedException {
        checkSame(known, request);
        var profile =
                needs.installations()
                        .locate(needs.providers().named(known.provider()))
                        .orMissing()
                        .profile();
        var model =
                Optional.ofNullable(request.model())
                        .flatMap(name -> Target.told(needs.models(), profile, name))
                        .orElse(known.standing().model());
        var permission =
                request.permission() == null ? known.standing().permission() : request.permission();
        var wanted = known.now(it -> it.with(permission).withModel(model, null));
        // Says what the provider cannot do.
        var _ = LiveInvocation.of(profile, wanted.request());
        return needs.database().write(store -> reopen(store, known.id(), wanted.standing()));
    }

    /// What a session is about does not change when it goes on; who says otherwise means another.
    private static void checkSame(SessionRow known, NewSession request) {
        var asked = known.asked();
        var session = "The session " + known.id();
        check(
                request.provider() == null || request.provider().equals(asked.provider()),
                session
                        + " belongs to "
                        + asked.provider()
                        + ", not to "
                        + request.provider()
                        + ".",
                "Leave the provider out, or name another session.");
        check(
                request.cwd() == null || Target.directory(request.cwd()).equals(asked.cwd()),
                session + " works in " + asked.cwd() + ".",
                "Leave the directory out, or start a new session there.");
        check(
                request.system() == null || request.system().equals(asked.system()),
                session
                        + " was started with "
                        + (asked.system() == null ? "no" : "other")
                        + " instructions (system).",
                "Leave them out, say them in a prompt, or start a new session.");
        check(
                request.directories().isEmpty()
                        || Target.directories(request.directories()).equals(asked.directories()),
                session + " was started with " + further(asked.directories()) + ".",
                "Leave them out, or start a new session.");
        check(
                request.home() == null || Target.home(request.home()).equals(asked.home()),
                session + " keeps the state of its CLI elsewhere.",
                "Leave the home out, or start a new session there.");
    }

    private static String further(List<Path> directories) {
        return directories.isEmpty()
                ? "no further directories"
                : "these further directories: "
                        + directories.stream().map(Path::toString).collect(joining(", "));
    }

    private static void check(boolean isSame, String otherwise, String advice) {
        if (!isSame) {
            throw Problem.invalid(otherwise, advice);
        }
    }

    private SessionId enterNew(NewSession request) throws InterruptedException {
        var said = new Target.Words(request.provider(), request.model(), request.resume());
        var wanted = Target.of(said, needs.providers(), needs.models());
        var profile = needs.installations().locate(wanted.profile()).orMissing().profile();
        var now = needs.clock().instant();
        var asked =
                new SessionRow.Asked(
                        profile.id(),
                        directory(request, wanted),
                        request.system(),
                        Target.directories(request.directories()),
                        request.home() == null ? null : Target.home(request.home()),
                        now);
        var standing =
                new SessionRow.Standing(
                        wanted.resume().orElse(null),
                        SessionState.STARTING,
                        wanted.model().orElse(null),
                        null,
                        request.permission() == null ? Permission.ASK : request.permission(),
                        null,
                        null,
                        claims.self(),
                        now);
        var fresh = new SessionRow(SessionId.random(), asked, standing);
        // Says what the provider cannot do.
        var _ = LiveInvocation.of(profile, fresh.request());
        return needs.database().write(store -> enter(store, fresh));
    }

    /// Where it is wanted; a resumed session goes on where it was.
    private Path directory(NewSession request, Target wanted) throws InterruptedException {
        if (request.cwd() != null || wanted.resume().isEmpty()) {
            return Target.directory(request.cwd());
        }
        var key = new SessionKey(wanted.profile().id(), wanted.resume().get());
        return needs.whereabouts()
                .of(key)
                .map(known -> Target.directory(known.toString()))
                .orElseThrow(() ->
                        Problem.invalid(
                                "The directory of " + key + " is not known.",
                                "Look the session up in `parley sessions`, or name its directory (cwd)."));
    }

    private SessionId enter(Statements store, SessionRow fresh) throws SQLException {
        var key = fresh.key();
        if (key.isPresent()) {
            var known = claims.free(store, key.get());
            if (known.isPresent()) {
                return reopen(store, known.get().id(), fresh.standing());
            }
        }
        key.ifPresent(it -> claims.write(it, fresh.id()));
        SessionRows.insert(store, fresh);
        return fresh.id();
    }

    /// As it is wanted now. A new time tells a process that is still warm that it was started for
    /// something else.
    private SessionId reopen(Statements store, SessionId id, SessionRow.Standing wanted)
            throws SQLException {
        var known = SessionRows.find(store, id).orElseThrow(() -> SessionOwnership.unknown(id));
        var before = known.standing();
        var model = wanted.model() == null ? before.model() : wanted.model();
        if (before.permission() == wanted.permission() && Objects.equals(model, before.model())) {
            return id;
        }
        if (known.owner() != null && known.owner().isAlive()) {
            throw new Problem(
                    Problem.Kind.BUSY,
                    "The session %s is open, with another model or permission mode.".formatted(id),
                    "Switch it there, or close it first.");
        }
        var now = needs.clock().instant();
        SessionRows.update(
                store,
                known.now(it -> it.with(wanted.permission()).withModel(model, null).at(now)));
        return id;
    }

    static void check(NewPrompt prompt) {
        var text = prompt.text();
        if ((text == null || text.isBlank()) && prompt.images().isEmpty()) {
            throw Problem.invalid("The prompt is empty.", "Say what the agent is to do.");
        }
        for (var image : prompt.images()) {
            if (image.mediaType() == null
                    || !image.mediaType().startsWith("image/")
                    || !isBase64(image.data())) {
                throw Problem.invalid(
                        "A picture of the prompt is not one.",
                        "Give its mediaType, such as image/png, and its data in base 64.");
            }
        }
    }

    private static boolean isBase64(@Nullable String data) {
        try {
            return data != null && Base64.getDecoder().decode(data).length > 0;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }
}
