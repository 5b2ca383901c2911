package dev.parley.provider;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonProperty;

import dev.parley.api.Capability;
import dev.parley.api.LiveCapability;
import dev.parley.event.Permission;
import dev.parley.wire.LiveDialect;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// One coding-agent CLI as data: what it is called, how it is found, started and told things, what
/// it can do and where its history lies. The built-in ones are `profile.json` files beside this
/// class, a user's own are in the config directory.
///
/// @param limitWords a pattern that is in what the CLI says when a limit of its provider is
///   reached, beyond what all say
/// @param signIn what a person does so that it may use its models
public record ProviderProfile(
        String id,
        String name,
        String icon,
        String color,
        Command command,
        Home home,
        Version version,
        String install,
        @Nullable OneShot oneShot,
        @Nullable Live live,
        @Nullable Terminal terminal,
        Environment environment,
        @Nullable History history,
        Set<Capability> capabilities,
        @Nullable String limitWords,
        @Nullable SignIn signIn,
        List<Edition> editions) {
    private static final List<String> FROM_LEAST =
            List.of("none", "minimal", "low", "medium", "high", "xhigh", "max");
    private static final Comparator<String> EFFORTS =
            Comparator.<String>comparingInt(FROM_LEAST::indexOf)
                    .thenComparing(Comparator.naturalOrder());

    public ProviderProfile {
        icon = icon == null ? "●" : icon;
        color = color == null ? "#888888" : color;
        version = version == null ? new Version(null, null, null) : version;
        environment =
                environment == null ? new Environment(List.of(), Map.of(), Map.of()) : environment;
        capabilities = capabilities == null ? Set.of() : Set.copyOf(capabilities);
        editions = editions == null ? List.of() : List.copyOf(editions);
    }

    /// The profile of the product that answered like this when asked for its version.
    public ProviderProfile forVersionOutput(String output) {
        return editions.stream()
                .filter(edition -> Pattern.compile(edition.versionPattern()).matcher(output).find())
                .findFirst()
                .map(this::as)
                .orElse(this);
    }

    private ProviderProfile as(Edition edition) {
        return new ProviderProfile(
                id,
                requireNonNullElse(edition.name(), name),
                icon,
                color,
                command,
                requireNonNullElse(edition.home(), home),
                requireNonNullElse(edition.version(), version),
                requireNonNullElse(edition.install(), install),
                edition.oneShot() == null ? oneShot : edition.oneShot(),
                edition.live() == null ? live : edition.live(),
                edition.terminal() == null ? terminal : edition.terminal(),
                environment,
                edition.history() == null ? history : edition.history(),
                requireNonNullElse(edition.capabilities(), capabilities),
                limitWords,
                signIn,
                List.of());
    }

    /// The same, with its state in another directory: the CLI is told by the variable that it
    /// knows, unless the user has set that for Parley itself.
    ProviderProfile keptIn(Path directory) {
        var variable = home.env();
        if (variable == null) {
            return this;
        }
        var usual = new HashMap<>(environment.usual());
        var below = requireNonNullElse(home.below(), "");
        var depth = below.isEmpty() ? 0 : Path.of(below).getNameCount();
        var told = directory;
        for (var up = 0; up < depth; up++) {
            told = requireNonNullElse(told.getParent(), told);
        }
        usual.put(variable, told.toString());
        return new ProviderProfile(
                id,
                name,
                icon,
                color,
                command,
                home.at(directory),
                version,
                install,
                oneShot,
                live,
                terminal,
                new Environment(environment.pass(), environment.set(), usual),
                history,
                capabilities,
                limitWords,
                signIn,
                editions);
    }

    public Optional<SignIn> findSignIn() {
        return Optional.ofNullable(signIn);
    }

    public boolean can(Capability capability) {
        return capabilities.contains(capability);
    }

    public Optional<OneShot> findOneShot() {
        return Optional.ofNullable(oneShot);
    }

    /// How much its model can be told to think in a live session, from the least to the most.
    public List<String> liveEfforts() {
        return findLive().stream()
                .flatMap(live -> live.options().effort().keySet().stream())
                .sorted(EFFORTS)
                .toList();
    }

    public Optional<Live> findLive() {
        return Optional.ofNullable(live);
    }

    /// Keeps a native session whole that is resumed: called before its process starts and after it
    /// ended, because of what some CLIs do to their own files.
    ///
    /// @param directory where the CLI keeps its state
    public void protect(Path directory, String session) throws IOException {
        if (oneShot != null) {
            oneShot.format().protect(directory, session);
        }
    }

    public Optional<Terminal> findTerminal() {
        return Optional.ofNullable(terminal);
    }

    /// The executable: a name to look for on the `PATH`, unless the variable `env` names another.
    public record Command(@Nullable String env, String name) {}

    /// Where the CLI keeps its state: `path` (`~` is the user's home) unless the variable `env`, if
    /// the CLI knows one, says otherwise; `below` is the folder in what that variable names.
    /// `isolate` are the variables that put all of it below `{home}` instead; `signIn` are the
    /// files in it that hold the user's sign-in.
    public record Home(
            @Nullable String env,
            @Nullable String below,
            String path,
            Map<String, String> isolate,
            List<String> signIn) {
        public Home {
            below = below == null ? "" : below;
            isolate = isolate == null ? Map.of() : Map.copyOf(isolate);
            signIn = signIn == null ? List.of() : List.copyOf(signIn);
        }

        /// One without a sign-in that could be carried elsewhere.
        public Home(
                @Nullable String env,
                @Nullable String below,
                String path,
                Map<String, String> isolate) {
            this(env, below, path, isolate, List.of());
        }

        private Home at(Path directory) {
            return new Home(env, below, directory.toString(), isolate, signIn);
        }

        /// The directory, for a process with this environment.
        public Path in(Map<String, String> environment) {
            var override = env == null ? "" : environment.getOrDefault(env, "");
            if (!override.isBlank()) {
                return Path.of(override).resolve(below);
            }
            var user = Path.of(environment.getOrDefault("HOME", "/"));
            return path.startsWith("~/") ? user.resolve(path.substring(2)) : Path.of(path);
        }
    }

    /// What stands for a sign-in: the variables that hold a key, beside the files of [Home#signIn];
    /// and the sentence that says how to get there.
    public record SignIn(List<String> variables, @Nullable String how) {
        public SignIn {
            variables = variables == null ? List.of() : List.copyOf(variables);
        }
    }

    /// How to ask for the version, the expression whose first group finds it in the answer, and the
    /// oldest one that works with this profile.
    public record Version(
            @Nullable List<String> arguments, @Nullable String pattern, @Nullable String minimum) {
        public Version {
            arguments = arguments == null ? List.of("--version") : List.copyOf(arguments);
            pattern = pattern == null ? "(\\d+\\.\\d+(?:\\.\\d+)?\\S*)" : pattern;
        }
    }

    /// Another product under the same command, known by what it prints as its version: the parts in
    /// which it differs.
    public record Edition(
            String versionPattern,
            @Nullable String name,
            @Nullable Home home,
            @Nullable Version version,
            @Nullable String install,
            @Nullable OneShot oneShot,
            @Nullable Live live,
            @Nullable Terminal terminal,
            @Nullable History history,
            @Nullable Set<Capability> capabilities) {}

    /// The CLI's stored sessions: their format, the files that hold them (patterns below its home,
    /// `*` stands for any characters within one name), and the variable, if the CLI knows one, that
    /// moves them to another folder or file.
    public record History(StoredFormat format, List<String> files, @Nullable String env) {
        public History {
            files = files == null ? List.of() : List.copyOf(files);
        }
    }

    /// How to run one turn. `start` and `resume` are argument lists with places to fill:
    /// `{options}` (all of those below that apply), `{session}`, `{prompt}`, `{cwd}`. The prompt
    /// goes to standard input unless a list has `{prompt}`. `tools` is how it takes tools of
    /// Parley's; one without has no way to.
    public record OneShot(
            OneShotFormat format,
            List<String> start,
            List<String> resume,
            Options options,
            Map<Permission, Mode> permissions,
            @Nullable Lookup sessionDirectory,
            @Nullable OneShotTools tools) {
        public OneShot {
            start = start == null ? List.of() : List.copyOf(start);
            resume = resume == null ? List.of() : List.copyOf(resume);
            options = options == null ? Options.NONE : options;
            permissions = permissions == null ? Map.of() : Map.copyOf(permissions);
        }
    }

    /// How to hold a live conversation. `arguments` starts the process; `{options}` in it stands
    /// for all of those below that apply. Options a provider takes in its protocol instead are left
    /// out here: the dialect says them. `acp` is for agents that take liberties with that protocol,
    /// `tools` for what they need to use tools of Parley. In `locks` it has directories that lock
    /// something.
    public record Live(
            WireFormat wire,
            List<String> arguments,
            LiveOptions options,
            Map<Permission, LiveMode> permissions,
            Sharing sharing,
            Set<LiveCapability> capabilities,
            @Nullable AcpOptions acp,
            @Nullable LiveTools tools,
            @Nullable Home locks) {
        public Live {
            arguments = arguments == null ? List.of() : List.copyOf(arguments);
            options = options == null ? LiveOptions.NONE : options;
            permissions = permissions == null ? Map.of() : Map.copyOf(permissions);
            sharing = sharing == null ? Sharing.NOTHING : sharing;
            capabilities = capabilities == null ? Set.of() : Set.copyOf(capabilities);
        }

        /// A fresh dialect for one connection.
        public LiveDialect newDialect() {
            return wire.dialect().apply(this);
        }

        public boolean can(LiveCapability capability) {
            return capabilities.contains(capability);
        }

        /// How it takes tools of Parley from an MCP server; empty where it gets them otherwise.
        public Optional<LiveTools> toolServer() {
            return wire.tools() == WireFormat.ToolDelivery.WIRE
                    ? Optional.empty()
                    : Optional.of(requireNonNullElse(tools, LiveTools.UNKNOWN));
        }
    }

    /// How to open the CLI's own interactive face on a terminal: arguments for a new session, for
    /// an earlier one (`{session}`), and for a model. Empty `resume`: it cannot.
    public record Terminal(List<String> start, List<String> resume, List<String> model) {
        public Terminal {
            start = start == null ? List.of() : List.copyOf(start);
            resume = resume == null ? List.of() : List.copyOf(resume);
            model = model == null ? List.of() : List.copyOf(model);
        }
    }

    /// Arguments for what a conversation may ask of its process. Empty: there is no such argument.
    /// `withoutTools` takes the CLI's own tools away; `alone` keeps it from what it would pick up
    /// by itself, such as skills and files with instructions, as `aloneEnvironment` does with
    /// variables and `aloneFiles` with files in its home, whose lines are put behind what a user
    /// wrote there; `effort` has the arguments for each level of how much its model is to think.
    public record LiveOptions(
            List<String> resume,
            List<String> model,
            List<String> directory,
            List<String> system,
            List<String> withoutTools,
            List<String> alone,
            Map<String, String> aloneEnvironment,
            Map<String, List<String>> aloneFiles,
            Map<String, List<String>> effort) {
        static final LiveOptions NONE =
                new LiveOptions(
                        List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), Map.of(),
                        Map.of(), Map.of());

        public LiveOptions {
            resume = resume == null ? List.of() : List.copyOf(resume);
            model = model == null ? List.of() : List.copyOf(model);
            directory = directory == null ? List.of() : List.copyOf(directory);
            system = system == null ? List.of() : List.copyOf(system);
            withoutTools = withoutTools == null ? List.of() : List.copyOf(withoutTools);
            alone = alone == null ? List.of() : List.copyOf(alone);
            aloneEnvironment = aloneEnvironment == null ? Map.of() : Map.copyOf(aloneEnvironment);
            aloneFiles = aloneFiles == null ? Map.of() : Map.copyOf(aloneFiles);
            effort = effort == null ? Map.of() : Map.copyOf(effort);
        }
    }

    /// What a permission mode is in a live conversation: arguments and variables of the process,
    /// and settings the dialect says, in the provider's own words.
    public record LiveMode(
            List<String> arguments, Map<String, String> environment, Map<String, String> settings) {
        public LiveMode {
            arguments = arguments == null ? List.of() : List.copyOf(arguments);
            environment = environment == null ? Map.of() : Map.copyOf(environment);
            settings = settings == null ? Map.of() : Map.copyOf(settings);
        }
    }

    /// Which conversations may share a process.
    public enum Sharing {
        /// None: a process is one conversation.
        @JsonProperty("nothing")
        NOTHING,
        /// Those in the same directory.
        @JsonProperty("directory")
        DIRECTORY,
        /// All with the same arguments and environment.
        @JsonProperty("everything")
        EVERYTHING
    }

    /// Arguments for what a request may ask for; an empty list means that the CLI has no way to say
    /// it. `systemOnResume` takes the place of `system` in a resumed session, unless it is missing:
    /// some CLIs stay with the system prompt of the first turn whatever they are told later.
    /// `schema` is a JSON schema for the answer, told in an argument (`{schema}`) or by the name of
    /// a file (`{schema:file}`); `image` is the file of one image. `effort` has the arguments for
    /// each level of how much the model is to think.
    public record Options(
            List<String> model,
            List<String> directory,
            List<String> system,
            @Nullable List<String> systemOnResume,
            List<String> schema,
            List<String> image,
            Map<String, List<String>> effort) {
        static final Options NONE =
                new Options(List.of(), List.of(), List.of(), null, List.of(), List.of(), Map.of());

        public Options {
            model = model == null ? List.of() : List.copyOf(model);
            directory = directory == null ? List.of() : List.copyOf(directory);
            system = system == null ? List.of() : List.copyOf(system);
            systemOnResume = systemOnResume == null ? system : List.copyOf(systemOnResume);
            schema = schema == null ? List.of() : List.copyOf(schema);
            image = image == null ? List.of() : List.copyOf(image);
            effort = effort == null ? Map.of() : Map.copyOf(effort);
        }

        /// How this turn takes a system prompt.
        List<String> systemFor(TurnRequest request) {
            return request.session().isEmpty() || systemOnResume == null ? system : systemOnResume;
        }
    }

    /// What to add for a permission mode.
    public record Mode(List<String> arguments, Map<String, String> environment) {
        public Mode {
            arguments = arguments == null ? List.of() : List.copyOf(arguments);
            environment = environment == null ? Map.of() : Map.copyOf(environment);
        }
    }

    /// A question to the CLI itself: arguments, and the place of the answer in the JSON it prints.
    public record Lookup(List<String> arguments, String path) {
        public Lookup {
            arguments = arguments == null ? List.of() : List.copyOf(arguments);
        }
    }

    /// Variables a child gets from Parley's own environment beside the common ones (`NAME` or
    /// `PREFIX_*`), variables it gets always, and variables it gets unless the user has his own;
    /// `{secret}` in one is a password made for each process.
    public record Environment(
            List<String> pass, Map<String, String> set, Map<String, String> usual) {
        public Environment {
            pass = pass == null ? List.of() : List.copyOf(pass);
            set = set == null ? Map.of() : Map.copyOf(set);
            usual = usual == null ? Map.of() : Map.copyOf(usual);
        }
    }
}
