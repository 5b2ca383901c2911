package dev.parley.work.setting;

import dev.parley.base.problem.Closest;
import dev.parley.base.problem.Problem;
import dev.parley.provider.Installations;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.Providers;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.util.List;

/// Who answers where nobody is named: the one that is configured, or the only one that is
/// installed. The demo agent is always there, so it does not count.
public final class DefaultAgent {
    private static final String DEMO = "demo";

    /// Its id, and its name for people.
    public record Chosen(String id, String name) {}

    private final Providers providers;
    private final Installations installations;
    private final @Nullable String configured;
    private final Path file;

    /// @param configured the provider that the user has named
    /// @param file where
    public DefaultAgent(
            Providers providers,
            Installations installations,
            @Nullable String configured,
            Path file) {
        this.providers = providers;
        this.installations = installations;
        this.configured = configured;
        this.file = file;
    }

    public Chosen choose() {
        var profile = configured == null ? installed() : configured(configured);
        return new Chosen(profile.id(), profile.name());
    }

    private ProviderProfile installed() {
        var installed =
                providers.all().stream()
                        .filter(profile -> !profile.id().equals(DEMO))
                        .filter(installations::isThere)
                        .toList();
        if (installed.size() != 1) {
            throw unclear(installed.stream().map(ProviderProfile::id).toList());
        }
        return installed.getFirst();
    }

    private ProviderProfile configured(String id) {
        return providers
                .find(id)
                .orElseThrow(() ->
                        Problem.brokenConfiguration(
                                file
                                        + ": the value of \"defaultProvider\" is \""
                                        + id
                                        + "\", and there is no such provider.",
                                Closest.question(
                                        id,
                                        providers.ids(),
                                        "Name one of "
                                                + String.join(", ", providers.ids())
                                                + ".")));
    }

    private static Problem unclear(List<String> installed) {
        return installed.isEmpty()
                ? Problem.invalid(
                        "Which agent is to answer? None is installed.",
                        "Try the built-in one with --provider demo; parley doctor says how to get the others.")
                : Problem.invalid(
                        "Which agent is to answer? Installed are "
                                + String.join(", ", installed)
                                + ".",
                        "Name one with --provider, or once and for all: parley config set defaultProvider "
                                + installed.getFirst());
    }
}
