package dev.parley.session;

import static java.util.stream.Collectors.joining;

import dev.parley.api.LiveCapability;
import dev.parley.api.NewSession;
import dev.parley.api.SessionId;
import dev.parley.api.SessionState;
import dev.parley.base.problem.Problem;
import dev.parley.event.Action;
import dev.parley.event.Permission;
import dev.parley.event.SessionKey;
import dev.parley.provider.LiveInvocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.Target;
import dev.parley.store.OwnershipRules;
import dev.parley.store.SessionRow;
import dev.parley.store.Turn;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Takes requests for sessions and prompts: refuses what makes no sense before anything happens,
/// and enters the rest in the store.
final class SessionAdmission {
    private final SessionNeeds needs;
    private final SessionOwnership ownership;

    SessionAdmission(SessionNeeds needs, SessionOwnership ownership) {
        this.needs = needs;
        this.ownership = ownership;
    }

    /// Enters a new session, or finds the one that is to go on. Its first prompt is stored with it
    /// or not at all, so that a refusal leaves no empty session behind.
    SessionId enter(NewSession request, @Nullable Turn first) throws InterruptedException {
        var known = known(request);
        return known.isPresent() ? goOn(known.get(), request, first) : enterNew(request, first);
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
            var found = needs.store().current(id);
            return Optional.of(found.orElseThrow(() -> OwnershipRules.unknown(id)));
        }
        var said = new Target.Words(request.provider(), request.model(), resume);
        var wanted = Target.of(said, needs.providers(), needs.models());
        var key = new SessionKey(wanted.profile().id(), wanted.resume().orElse(resume));
        return ownership.free(key);
    }

    /// The same conversation goes on under the same id, as it was or as it is wanted now.
    private SessionId goOn(SessionRow known, NewSession request, @Nullable Turn first)
            throws InterruptedException {
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
        var now = needs.clock().instant();
        var wanted = known.now(it -> it.with(permission).withModel(model, null).at(now));
        // Says what the provider cannot do.
        var _ = LiveInvocation.of(profile, Launcher.request(wanted));
        check(request.prompt(), profile);
        return ownership.enter(wanted, first);
    }

    /// What a session is about does not change when it goes on; a request that says otherwise means
    /// another one.
    private void checkSame(SessionRow known, NewSession request) {
        var asked = known.asked();
        var session = "The session " + known.id();
        check(
                request.provider() == null || request.provider().equals(asked.provider()),
                "%s belongs to %s, not to %s."
                        .formatted(session, asked.provider(), request.provider()),
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
        check(
                request.tools() == null || hasTools(asked, request.tools()),
                session + " was started with other tools.",
                "Leave them out, or start a new session.");
    }

    private boolean hasTools(SessionRow.Asked asked, List<String> wanted) {
        var has = asked.tools();
        return has != null
                && Set.copyOf(has).equals(Set.copyOf(needs.tools().chosen(asked.cwd(), wanted)));
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

    private SessionId enterNew(NewSession request, @Nullable Turn first)
            throws InterruptedException {
        var said = new Target.Words(request.provider(), request.model(), request.resume());
        var wanted = Target.of(said, needs.providers(), needs.models());
        var profile = needs.installations().locate(wanted.profile()).orMissing().profile();
        var now = needs.clock().instant();
        var directory = directory(request, wanted);
        var asked =
                new SessionRow.Asked(
                        profile.id(),
                        directory,
                        request.system(),
                        Target.directories(request.directories()),
                        request.home() == null ? null : Target.home(request.home()),
                        needs.tools().chosen(directory, request.tools()),
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
                        needs.store().owner(),
                        now);
        var fresh = new SessionRow(SessionId.random(), asked, standing);
        // Says what the provider cannot do.
        var _ = LiveInvocation.of(profile, Launcher.request(fresh));
        check(request.prompt(), profile);
        return ownership.enter(fresh, first);
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
                                "Look the session up in `parley sessions`, or name its directory"
                                        + " (cwd)."));
    }

    /// What the provider is told for the name of a model.
    String model(String provider, String name) {
        if (name.isBlank()) {
            throw Problem.invalid("The name of the model is empty.", "Name a model.");
        }
        return Target.told(needs.models(), needs.providers().named(provider), name)
                .orElseThrow(() ->
                        Problem.invalid(
                                "\"" + name + "\" leaves the model to the provider.",
                                "Name a model."));
    }

    /// As a session was asked for, for another one like it.
    static NewSession again(SessionRow row) {
        var asked = row.asked();
        return new NewSession(
                row.provider(),
                null,
                asked.cwd().toString(),
                row.standing().permission(),
                null,
                asked.system(),
                asked.directories().stream().map(Path::toString).toList(),
                null,
                asked.tools(),
                null);
    }

    /// Refuses what the provider does not take with a prompt.
    private static void check(Action.@Nullable Prompt prompt, ProviderProfile profile) {
        if (prompt == null) {
            return;
        }
        var live = LiveInvocation.live(profile);
        if (!prompt.images().isEmpty() && !live.can(LiveCapability.IMAGES)) {
            throw unable(profile.id(), LiveCapability.IMAGES, "pictures");
        }
    }

    static Problem unable(String provider, LiveCapability needed, String what) {
        return Problem.invalid(
                provider + " does not take " + what + " in a live session.",
                switch (needed) {
                    case STEER -> "Leave \"steer\" out: it is said when the turn is over.";
                    case MODE_SWITCH -> "Close the session and resume it with that permission.";
                    default -> "Leave that out.";
                });
    }

    /// A prompt as it is stored.
    static Turn turn(Action.Prompt prompt) {
        check(prompt);
        return new Turn(prompt.turnId(), prompt.text(), prompt.images());
    }

    private static void check(Action.Prompt prompt) {
        if (prompt.text().isBlank() && prompt.images().isEmpty()) {
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
