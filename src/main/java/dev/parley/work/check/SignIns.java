package dev.parley.work.check;

import dev.parley.provider.ProviderProfile;
import dev.parley.provider.Providers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// Whether a CLI may use its models, as far as that can be seen without asking it: a key in the
/// environment, or a file of its sign-in. What is set up in its own settings cannot be seen.
public final class SignIns {
    private static final boolean IS_MAC = System.getProperty("os.name", "").startsWith("Mac");

    private final Providers providers;
    private final Map<String, String> environment;

    public SignIns(Providers providers, Map<String, String> environment) {
        this.providers = providers;
        this.environment = environment;
    }

    /// Nothing where nothing can be said: for a CLI whose profile does not tell, and on macOS,
    /// where a sign-in may be in the keychain.
    Optional<Boolean> isSeen(ProviderProfile profile) {
        var signIn = profile.findSignIn();
        if (signIn.isEmpty()) {
            return Optional.empty();
        }
        var home = profile.home().in(environment);
        var isSeen =
                signIn.get().variables().stream()
                                .anyMatch(name -> !environment.getOrDefault(name, "").isBlank())
                        || profile.home().signIn().stream()
                                .anyMatch(name -> holdsSomething(home.resolve(name)));
        return isSeen || !IS_MAC ? Optional.of(isSeen) : Optional.empty();
    }

    private static boolean holdsSomething(Path place) {
        try {
            if (!Files.isDirectory(place)) {
                return Files.size(place) > 0;
            }
            try (var files = Files.list(place)) {
                return files.findAny().isPresent();
            }
        } catch (IOException _) {
            return false;
        }
    }

    /// What to do about a CLI that failed, if no sign-in of it was seen.
    public Optional<String> advice(String provider) {
        return providers
                .find(provider)
                .filter(profile -> isSeen(profile).equals(Optional.of(false)))
                .flatMap(SignIns::advice);
    }

    /// How a person signs in to a CLI, whether that was done or not.
    public Optional<String> how(String provider) {
        return providers
                .find(provider)
                .flatMap(ProviderProfile::findSignIn)
                .flatMap(signIn -> Optional.ofNullable(signIn.how()));
    }

    /// How to sign in.
    static Optional<String> advice(ProviderProfile profile) {
        return profile.findSignIn()
                .flatMap(signIn -> Optional.ofNullable(signIn.how()))
                .map(how -> "No sign-in of " + profile.name() + " was seen. " + how);
    }
}
