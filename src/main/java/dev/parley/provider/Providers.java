package dev.parley.provider;

import dev.parley.base.json.StrictJson;
import dev.parley.base.problem.Closest;
import dev.parley.base.problem.Problem;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/// All providers: the built-in ones and the user's own, one profile file each. A user's file with
/// the id of a built-in provider takes its place.
public final class Providers {
    private static final Pattern ID = Pattern.compile("[a-z][a-z0-9-]{0,39}");

    private final Map<String, Provider> builtIn = new LinkedHashMap<>();
    private final Formats formats;
    private final OwnProfiles own;
    // Read when they are first needed: most commands need one of them, the start of the server
    // none.
    private final Map<String, ProviderProfile> shipped = new ConcurrentHashMap<>();
    private final Map<String, List<HistoryHome>> historyHomes = new ConcurrentHashMap<>();
    private final Map<String, Path> homes;

    /// A file of the user's that is broken is left out, and named when somebody asks for it.
    ///
    /// @param shared formats that belong to none of the built-in ones
    /// @param directory the user's own profiles, `*.json`; need not exist
    /// @param complaints hears of every file that is left out
    public Providers(
            List<Provider> builtIn,
            List<Format> shared,
            Path directory,
            BiConsumer<Path, Problem> complaints) {
        homes = Map.of();
        builtIn.forEach(provider -> this.builtIn.put(provider.id(), provider));
        formats =
                new Formats(
                        Stream.concat(
                                        builtIn.stream().flatMap(one -> one.formats().stream()),
                                        shared.stream())
                                .toList());
        own = new OwnProfiles(directory, this::read, complaints);
    }

    /// Looks at the user's files again: new and changed ones count from now on. One that has become
    /// broken leaves the version before it in force.
    public void refresh() {
        if (own.refresh()) {
            historyHomes.clear();
        }
    }

    private Providers(Providers others, Map<String, Path> homes) {
        builtIn.putAll(others.builtIn);
        formats = others.formats;
        own = others.own;
        this.homes = Map.copyOf(homes);
    }

    /// The same, some of which keep their state where the user wants it.
    ///
    /// @param homes by the id of the provider
    public Providers keptIn(Map<String, Path> homes) {
        return new Providers(this, homes);
    }

    private ProviderProfile kept(ProviderProfile profile) {
        var home = homes.get(profile.id());
        return home == null ? profile : profile.keptIn(home);
    }

    /// What is wrong with files of the user's.
    public List<Problem> broken() {
        return List.copyOf(own.broken().values());
    }

    /// The ids of those that are left out because their files are broken, as far as these tell.
    public List<String> leftOut() {
        return own.leftOut();
    }

    /// Every id that may be named in a file: also of those that are left out.
    public List<String> known() {
        return Stream.concat(ids().stream(), leftOut().stream()).distinct().toList();
    }

    public List<ProviderProfile> all() {
        return ids().stream().map(this::named).toList();
    }

    public List<String> ids() {
        return Stream.concat(builtIn.keySet().stream(), own.profiles().keySet().stream())
                .distinct()
                .toList();
    }

    /// Those of the user's that take nobody's place.
    public List<String> ownIds() {
        return own.profiles().keySet().stream().filter(id -> !builtIn.containsKey(id)).toList();
    }

    public Optional<ProviderProfile> find(String id) {
        return Optional.ofNullable(own.profiles().get(id))
                .map(this::kept)
                .or(() ->
                        Optional.ofNullable(builtIn.get(id))
                                .map(provider ->
                                        shipped.computeIfAbsent(id, _ -> kept(shipped(provider)))));
    }

    public ProviderProfile named(String id) {
        return find(id).or(() -> leftOut(id))
                .orElseThrow(() ->
                        Problem.notFound(
                                "There is no provider \"" + id + "\".",
                                Closest.question(
                                        id,
                                        ids(),
                                        "Known providers: " + String.join(", ", ids()) + ".")));
    }

    /// Its file says what is wrong with it.
    private Optional<ProviderProfile> leftOut(String id) {
        own.problem(id)
                .ifPresent(problem -> {
                    throw problem;
                });
        return Optional.empty();
    }

    /// Where all providers keep their sessions, for a process with this environment.
    public List<StoredPlace> storedPlaces(Map<String, String> environment) {
        return ids().stream()
                .flatMap(id -> historyHomes.computeIfAbsent(id, this::historyHomes).stream())
                .flatMap(home -> StoredPlace.of(home, environment).stream())
                .toList();
    }

    private List<HistoryHome> historyHomes(String id) {
        return own.profiles().containsKey(id) || homes.containsKey(id)
                ? HistoryHome.of(named(id))
                : HistoryHome.of(Objects.requireNonNull(builtIn.get(id)).profile(), formats);
    }

    private ProviderProfile shipped(Provider provider) {
        var source = provider.id() + "/profile.json";
        return checked(
                StrictJson.read(provider.profile(), source, ProviderProfile.class, formats),
                source);
    }

    private ProviderProfile read(Path file) {
        return checked(StrictJson.read(file, ProviderProfile.class, formats), file.toString());
    }

    /// What the types alone cannot say: which keys must be there.
    private static ProviderProfile checked(ProviderProfile profile, String source) {
        require(profile.id(), "id", source);
        if (!ID.matcher(profile.id()).matches()) {
            throw Problem.brokenConfiguration(
                    source + ": the value of \"id\" is \"" + profile.id() + "\".",
                    "Use lower-case letters, digits and dashes.");
        }
        require(profile.name(), "name", source);
        require(profile.command(), "command", source);
        require(profile.command().name(), "command.name", source);
        require(profile.home(), "home", source);
        require(profile.home().path(), "home.path", source);
        require(profile.install(), "install", source);
        checkPattern(profile.version().pattern(), 1, "version.pattern", source);
        checkOneShot(profile.oneShot(), "oneShot", source);
        checkLive(profile.live(), "live", source);
        checkHistory(profile.history(), "history", source);
        for (var at = 0; at < profile.editions().size(); at++) {
            checkEdition(profile.editions().get(at), "editions[" + at + "].", source);
        }
        return profile;
    }

    private static void checkEdition(ProviderProfile.Edition edition, String key, String source) {
        checkPattern(edition.versionPattern(), 0, key + "versionPattern", source);
        if (edition.version() != null) {
            checkPattern(edition.version().pattern(), 1, key + "version.pattern", source);
        }
        if (edition.home() != null) {
            require(edition.home().path(), key + "home.path", source);
        }
        checkOneShot(edition.oneShot(), key + "oneShot", source);
        checkLive(edition.live(), key + "live", source);
        checkHistory(edition.history(), key + "history", source);
    }

    private static void checkOneShot(
            ProviderProfile.@Nullable OneShot oneShot, String key, String source) {
        if (oneShot == null) {
            return;
        }
        require(oneShot.format(), key + ".format", source);
        require(oneShot.start().isEmpty() ? null : oneShot.start(), key + ".start", source);
        require(
                oneShot.permissions().isEmpty() ? null : oneShot.permissions(),
                key + ".permissions",
                source);
        var lookup = oneShot.sessionDirectory();
        if (lookup != null) {
            require(
                    lookup.arguments().isEmpty() ? null : lookup.arguments(),
                    key + ".sessionDirectory.arguments",
                    source);
            require(lookup.path(), key + ".sessionDirectory.path", source);
        }
    }

    private static void checkLive(ProviderProfile.@Nullable Live live, String key, String source) {
        if (live == null) {
            return;
        }
        require(live.wire(), key + ".wire", source);
        require(
                live.permissions().isEmpty() ? null : live.permissions(),
                key + ".permissions",
                source);
        if (live.acp() != null) {
            checkAcp(live.acp(), key + ".acp.", source);
        }
    }

    private static void checkAcp(AcpOptions acp, String key, String source) {
        acp.unknownSession().forEach(each -> checkPattern(each, 0, key + "unknownSession", source));
        acp.noise().forEach(each -> checkPattern(each, 0, key + "noise", source));
        if (acp.toolName() != null) {
            checkPattern(acp.toolName(), 1, key + "toolName", source);
        }
        if (acp.modelName() != null) {
            checkPattern(acp.modelName(), 1, key + "modelName", source);
        }
    }

    private static void checkHistory(
            ProviderProfile.@Nullable History history, String key, String source) {
        if (history != null) {
            require(history.format(), key + ".format", source);
            require(history.files().isEmpty() ? null : history.files(), key + ".files", source);
        }
    }

    private static void checkPattern(
            @Nullable String pattern, int groups, String key, String source) {
        require(pattern, key, source);
        try {
            if (Pattern.compile(pattern).matcher("").groupCount() < groups) {
                throw Problem.brokenConfiguration(
                        source + ": the value of \"" + key + "\" has no group.",
                        "Put parentheses around the part that is meant.");
            }
        } catch (PatternSyntaxException e) {
            throw Problem.brokenConfiguration(
                    "%s: the value of \"%s\" is no regular expression: %s."
                            .formatted(source, key, e.getDescription()),
                    "Correct that value.");
        }
    }

    private static void require(@Nullable Object value, String key, String source) {
        if (value == null) {
            throw Problem.brokenConfiguration(
                    source + ": the key \"" + key + "\" is missing.",
                    "Add it; docs/providers/own.md shows how.");
        }
    }
}
