package dev.parley.work.agent;

import dev.parley.provider.Invocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.store.ConversationKey;
import dev.parley.work.advice.Participant;
import dev.parley.work.chain.ChainRun;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Everything that is known of a piece of work before an agent starts.
///
/// @param chain absent until it is counted with what it belongs to
record WorkOrder(
        WorkRequest request,
        ConversationKey key,
        Participant.Cli agent,
        ProviderProfile profile,
        String role,
        List<Path> context,
        Instant began,
        Optional<ChainRun> chain) {
    WorkOrder in(ChainRun run) {
        return new WorkOrder(request, key, agent, profile, role, context, began, Optional.of(run));
    }

    /// What the agent is to do.
    String task() {
        if (context.isEmpty()) {
            return request.task();
        }
        var names = context.stream().map(path -> "- " + path).toList();
        return request.task() + "\n\nLook at these first:\n" + String.join("\n", names);
    }

    /// A session that is resumed knows how it usually works.
    Optional<String> role(Optional<String> session) {
        return session.isPresent() && request.role().equals(Roles.DEFAULT)
                ? Optional.empty()
                : Optional.of(role);
    }

    /// What its CLI can be told of the effort.
    Optional<String> effort() {
        var levels =
                LiveWork.fits(profile, request)
                        ? profile.findLive().orElseThrow().options().effort()
                        : Invocation.oneShot(profile).options().effort();
        return request.effort().filter(levels::containsKey);
    }

    /// What the asker should know.
    List<String> notes() {
        return request.effort().isPresent() && effort().isEmpty()
                ? List.of(
                        profile.name()
                                + " cannot be told how hard to think; it thinks as it usually does.")
                : List.of();
    }

    /// What the processes of the agent have beside the usual.
    Map<String, String> environment() {
        return chain.map(ChainRun::environment).orElse(Map.of());
    }
}
