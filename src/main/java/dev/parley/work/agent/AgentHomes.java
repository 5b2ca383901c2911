package dev.parley.work.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.base.disk.PrivateFiles;
import dev.parley.base.problem.Problem;
import dev.parley.provider.ProviderEnvironment;
import dev.parley.provider.ProviderProfile;
import dev.parley.store.ConversationKey;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A home for each session and provider, in which a CLI finds nothing of the user's: no servers, no
/// hooks, no memory. What the user puts into `homes/<provider>` of the configuration is in each new
/// one, and the sign-in is linked where the user allows it. The same session gets the same home,
/// also after a restart. Thread-safe.
public final class AgentHomes {
    private final Path directory;
    private final Path templates;
    private final Set<String> signedIn;
    private final Map<String, String> user;
    private final ProviderEnvironment environments;

    /// @param directory where all homes are
    /// @param templates what is put into new ones, by provider
    /// @param signedIn the providers whose sign-in may be used
    /// @param user the variables Parley was started with
    public AgentHomes(
            Path directory,
            Path templates,
            Set<String> signedIn,
            Map<String, String> user,
            ProviderEnvironment environments) {
        this.directory = directory;
        this.templates = templates;
        this.signedIn = Set.copyOf(signedIn);
        this.user = user;
        this.environments = environments;
    }

    /// The home, ready to be used.
    public Path of(ConversationKey key, ProviderProfile profile) {
        var home = directory.resolve(profile.id() + "-" + digest(key));
        var state = profile.home().in(environments.of(profile, Optional.of(home)));
        try {
            copy(templates.resolve(profile.id()), home);
            for (var name : profile.home().signIn()) {
                link(profile.home().in(user).resolve(name), state.resolve(name), profile.id());
            }
            used(home);
            return home;
        } catch (IOException e) {
            throw Problem.brokenConfiguration(
                            "The home of " + profile.name() + " cannot be made: " + e.getMessage(),
                            "Look at " + home + " and " + templates + ".")
                    .causedBy(e);
        }
    }

    /// The same, with what keeps its CLI from tools of its own.
    public Path aloneOf(ConversationKey key, ProviderProfile profile) {
        var home = of(key, profile);
        try {
            for (var file : profile.findLive().orElseThrow().options().aloneFiles().entrySet()) {
                addTo(home.resolve(file.getKey()), file.getValue());
            }
            return home;
        } catch (IOException e) {
            throw Problem.brokenConfiguration(
                            "The home of " + profile.name() + " cannot be written: " + e,
                            "Look at " + home + ".")
                    .causedBy(e);
        }
    }

    /// Behind what a user put there, unless the user says the same, or another word about it.
    private static void addTo(Path file, List<String> lines) throws IOException {
        var there = Files.exists(file) ? Files.readString(file) : "";
        var sections = lines.stream().filter(line -> line.startsWith("[")).toList();
        if (there.contains(lines.getFirst()) || sections.stream().anyMatch(there::contains)) {
            return;
        }
        var gap = there.isEmpty() || there.endsWith("\n") ? "" : "\n";
        PrivateFiles.write(file, (there + gap + String.join("\n", lines) + "\n").getBytes(UTF_8));
    }

    /// One that nobody uses for long is removed: see [AgentFiles].
    private static void used(Path home) throws IOException {
        PrivateFiles.directoryOf(home.resolve("any"));
        Files.setLastModifiedTime(home, FileTime.from(Instant.now()));
    }

    /// A link, no copy: what the CLI renews is renewed for the user, too.
    private void link(Path from, Path to, String provider) throws IOException {
        var isLink = Files.isSymbolicLink(to);
        if (!signedIn.contains(provider)) {
            if (isLink) {
                Files.delete(to); // it was allowed once
            }
            return;
        }
        if (!isLink && !Files.exists(to, LinkOption.NOFOLLOW_LINKS) && Files.exists(from)) {
            PrivateFiles.directoryOf(to);
            Files.createSymbolicLink(to, from);
        }
    }

    /// What is there already stays: CLIs write into their own settings.
    private static void copy(Path from, Path to) throws IOException {
        if (!Files.isDirectory(from)) {
            return;
        }
        try (var all = Files.walk(from)) {
            for (var file : all.filter(Files::isRegularFile).toList()) {
                var target = to.resolve(from.relativize(file).toString());
                if (!Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
                    PrivateFiles.write(target, Files.readAllBytes(file));
                }
            }
        }
    }

    /// A name that no project and no session can choose.
    private static String digest(ConversationKey key) {
        try {
            var text = key.project() + "\0" + key.sessionId();
            var bytes = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
            return HexFormat.of().formatHex(bytes, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
