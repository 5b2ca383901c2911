package dev.parley.provider;

import dev.parley.base.disk.PrivateFiles;
import dev.parley.base.problem.Problem;
import dev.parley.process.Capture;
import dev.parley.process.ChildEnvironment;
import dev.parley.process.Executables;
import dev.parley.process.Launch;
import dev.parley.process.Self;
import dev.parley.process.Supervisor;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Finds the CLIs on this machine. Asking one for its version takes up to three seconds, so the
/// answer is kept on disk: for a minute for those who want to know what is true now, as long as the
/// executable stays the same for those who only need to know which product it is.
public final class Installations {
    private static final Logger LOG = LoggerFactory.getLogger(Installations.class);
    private static final Duration VERSION_LIMIT = Duration.ofSeconds(10);

    /// Longer, because another product under the same name is spoken to in another way.
    private static final Duration EDITION_LIMIT = Duration.ofSeconds(30);

    private static final Duration FOR_EVER = Duration.ofDays(36_500);
    private static final Duration FRESH = Duration.ofSeconds(60);

    private final Supervisor supervisor;
    private final Map<String, String> environment;
    private final Path cache;
    private final Clock clock;
    private final Duration versionLimit;
    private final Duration editionLimit;
    private final ProviderChoices choices;

    /// @param cache a directory for the answers to `--version`
    public Installations(
            Supervisor supervisor, Map<String, String> environment, Path cache, Clock clock) {
        this(supervisor, environment, cache, clock, ProviderChoices.NONE);
    }

    /// @param choices what the user has decided about providers
    public Installations(
            Supervisor supervisor,
            Map<String, String> environment,
            Path cache,
            Clock clock,
            ProviderChoices choices) {
        this(supervisor, environment, cache, clock, VERSION_LIMIT, EDITION_LIMIT, choices);
    }

    Installations(
            Supervisor supervisor,
            Map<String, String> environment,
            Path cache,
            Clock clock,
            Duration versionLimit,
            Duration editionLimit) {
        this(
                supervisor,
                environment,
                cache,
                clock,
                versionLimit,
                editionLimit,
                ProviderChoices.NONE);
    }

    /// @param versionLimit how long a CLI may take to tell its version
    /// @param editionLimit the same where that decides which product it is
    private Installations(
            Supervisor supervisor,
            Map<String, String> environment,
            Path cache,
            Clock clock,
            Duration versionLimit,
            Duration editionLimit,
            ProviderChoices choices) {
        this.choices = choices;
        this.supervisor = supervisor;
        this.environment = environment;
        this.cache = cache;
        this.clock = clock;
        this.versionLimit = versionLimit;
        this.editionLimit = editionLimit;
    }

    /// Whether there is an executable at all, and the user lets it be used.
    public boolean isThere(ProviderProfile profile) {
        return choices.isEnabled(profile.id()) && find(profile).isInstalled();
    }

    public boolean isEnabled(ProviderProfile profile) {
        return choices.isEnabled(profile.id());
    }

    /// Where the CLI is, without asking it anything, unless that is the only way to tell two
    /// products apart.
    public Installation locate(ProviderProfile profile) throws InterruptedException {
        if (!choices.isEnabled(profile.id())) {
            throw Problem.invalid(
                    profile.name() + " is switched off in the settings.",
                    "Switch it on in the page's settings, or remove \"enabled\": false of \""
                            + profile.id()
                            + "\" from config.json.");
        }
        var located = find(profile);
        if (profile.editions().isEmpty() || !located.isInstalled()) {
            return located;
        }
        return describe(located, versionOutput(located, Duration.ofDays(365), editionLimit));
    }

    /// Where the CLI is and which version it says it is, not older than a minute. One that cannot
    /// be asked, for example on a full disk, has a version that is not known.
    public Installation check(ProviderProfile profile) throws InterruptedException {
        var located = find(profile);
        if (!located.isInstalled()) {
            return located;
        }
        try {
            return describe(located, versionOutput(located, FRESH, versionLimit));
        } catch (Problem e) {
            LOG.debug("{} was not asked for its version", profile.name(), e);
            return located;
        }
    }

    private Installation find(ProviderProfile profile) {
        var spec = profile.command();
        var override = spec.env() == null ? "" : environment.getOrDefault(spec.env(), "");
        var words = override.isBlank() ? usual(profile) : Executables.words(override);
        var path = Executables.find(words.getFirst(), environment.getOrDefault("PATH", ""));
        var command = new ArrayList<>(words);
        path.ifPresent(found -> command.set(0, found.toString()));
        return new Installation(profile, command, path, Optional.empty());
    }

    private List<String> usual(ProviderProfile profile) {
        var own = choices.command(profile.id()).filter(command -> !command.isBlank());
        if (own.isPresent()) {
            return Executables.words(own.get());
        }
        var name = profile.command().name();
        return name.equals("parley") ? Self.command() : List.of(name);
    }

    private static Installation describe(Installation located, String output) {
        var profile = located.profile().forVersionOutput(output);
        var matcher = Pattern.compile(profile.version().pattern()).matcher(output);
        return new Installation(
                profile,
                located.command(),
                located.path(),
                matcher.find() ? Optional.ofNullable(matcher.group(1)) : Optional.empty());
    }

    private String versionOutput(Installation installation, Duration maxAge, Duration limit)
            throws InterruptedException {
        var file = cache.resolve(installation.profile().id());
        var identity = identity(installation);
        var kept = kept(file, identity, maxAge);
        if (kept.isPresent()) {
            return kept.get();
        }
        var command = new ArrayList<>(installation.command());
        command.addAll(installation.profile().version().arguments());
        var launch =
                new Launch(
                        command,
                        Path.of("/"),
                        ChildEnvironment.from(
                                environment, installation.profile().environment().pass()),
                        64 * 1024);
        var answer = Capture.of(supervisor, launch, limit);
        var output = answer.isOk() ? answer.output().strip() : "";
        if (answer.timedOut()) {
            // A machine that is busy makes no other CLI of it.
            return kept(file, identity, FOR_EVER).orElse("");
        }
        if (!output.isEmpty()) {
            keep(file, identity + "\n" + output);
        }
        return output;
    }

    /// A reinstalled or upgraded CLI is another file, or the same with another size or time. Of
    /// `node cli.js` both words count.
    private static String identity(Installation installation) {
        var identity = new StringBuilder();
        for (var word : installation.command()) {
            identity.append(word).append(' ');
            try {
                var real = Path.of(word).toRealPath();
                identity.append(real).append(' ').append(Files.size(real)).append(' ');
                identity.append(Files.getLastModifiedTime(real).toMillis()).append(' ');
            } catch (IOException | InvalidPathException _) {
                // a word that is no file
            }
        }
        return identity.toString().replace('\n', ' ');
    }

    private Optional<String> kept(Path file, String identity, Duration maxAge) {
        try {
            var written = Files.getLastModifiedTime(file).toInstant();
            var text = Files.readString(file);
            var now = Instant.now(clock);
            // One from the future was written before the clock was set back: nobody knows its age.
            return now.isBefore(written.plus(maxAge))
                            && !written.isAfter(now.plusSeconds(1))
                            && text.startsWith(identity + "\n")
                    ? Optional.of(text.substring(identity.length() + 1))
                    : Optional.empty();
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private static void keep(Path file, String text) {
        try {
            PrivateFiles.write(file, text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException _) {
            // Then it is asked again next time.
        }
    }
}
