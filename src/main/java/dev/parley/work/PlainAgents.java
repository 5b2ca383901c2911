package dev.parley.work;

import dev.parley.api.HelperPolicy;
import dev.parley.api.RepositoryModel;
import dev.parley.base.disk.DiskProblem;
import dev.parley.base.disk.PrivateFiles;
import dev.parley.event.Permission;
import dev.parley.provider.Installations;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.Providers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Agents that answer OpenAI clients although nobody declared them: every installed CLI, under its
/// id, in one directory for all, and asked before it does anything.
public final class PlainAgents {
    private final Providers providers;
    private final Installations installations;
    private final Supplier<Path> directory;

    /// @param directory where they work
    public PlainAgents(Providers providers, Installations installations, Supplier<Path> directory) {
        this.providers = providers;
        this.installations = installations;
        this.directory = directory;
    }

    /// Those whose CLI is here.
    Map<String, RepositoryModel> all() {
        var all = new LinkedHashMap<String, RepositoryModel>();
        for (var profile : providers.all()) {
            if (installations.isEnabled(profile) && installations.isThere(profile)) {
                agent(profile).ifPresent(agent -> all.put(profile.id(), agent));
            }
        }
        return all;
    }

    /// Also one whose CLI is not here: whoever asks it is told how to install it.
    Optional<RepositoryModel> find(String id) {
        return providers.find(id).filter(installations::isEnabled).flatMap(this::agent);
    }

    /// Makes the directory of an agent that is about to work, if it is the one for all.
    void prepare(RepositoryModel agent) {
        var place = directory.get();
        if (agent.directory().equals(place)) {
            try {
                PrivateFiles.directories(place);
            } catch (IOException e) {
                throw DiskProblem.ofData(place, e);
            }
        }
    }

    /// A CLI that cannot be held back in a single turn answers in a live session, where it asks.
    private Optional<RepositoryModel> agent(ProviderProfile profile) {
        var single =
                profile.findOneShot()
                        .filter(oneShot -> oneShot.permissions().containsKey(Permission.ASK));
        var live = profile.findLive().filter(it -> it.permissions().containsKey(Permission.ASK));
        if (single.isEmpty() && live.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                new RepositoryModel(
                        profile.id(),
                        directory.get().toString(),
                        RepositoryModel.AGENT_FILE,
                        null,
                        Permission.ASK,
                        false,
                        false,
                        null,
                        null,
                        HelperPolicy.NONE,
                        single.isEmpty()));
    }
}
