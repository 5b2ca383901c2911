package dev.parley.config;

import dev.parley.api.Model;
import dev.parley.base.json.StrictJson;
import dev.parley.base.problem.Problem;
import dev.parley.modelapi.DeclaredApi;
import dev.parley.process.Launch;

import org.jspecify.annotations.Nullable;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// `config.json`: everything a user can set, each with a default. Classes take the values they
/// need, not this.
///
/// @param port where `parley up` listens
/// @param outputLimitMegabytes how much an agent may say in one run before it is cut off
/// @param timeoutMinutes how long one run may take
/// @param models the user's own model names
/// @param passEnvironment further variables a provider's child gets from Parley's environment, by
///   provider
/// @param live how live sessions are kept
/// @param approvals what agents may or may not do without asking a person, one rule a line
/// @param store how much of the past of live sessions is kept
/// @param tools the tools of Parley's that live sessions get, by name or by group; absent: the
///   usual
/// @param projects what is different in some directories and below, by their absolute paths
/// @param trustedProjects the directories whose own tools may be used
/// @param apis model APIs: the user's own, and what is different about those Parley knows
/// @param agents how agents may be asked to work for others
/// @param mcpPatienceSeconds how long a call of an MCP client may take before it becomes a job, by
///   a part of the client's name; `*` is every other client
/// @param providers which providers are used, and how their CLIs are started
/// @param onLimit where a live session goes on when a limit of its provider is reached, the first
///   that can; nowhere unless given
/// @param onLimitAsks whether a person is asked before; so it is unless given
/// @param defaultProvider who answers where nobody is named
/// @param openaiDirectory where agents work that OpenAI clients ask for by the name of their
///   provider; an empty directory of Parley's own unless given
public record Config(
        @Nullable Integer port,
        @Nullable Integer outputLimitMegabytes,
        @Nullable Integer timeoutMinutes,
        List<Model> models,
        Map<String, List<String>> passEnvironment,
        Live live,
        List<String> approvals,
        Store store,
        @Nullable List<String> tools,
        Map<String, Project> projects,
        List<String> trustedProjects,
        Map<String, DeclaredApi> apis,
        AgentSettings agents,
        Map<String, Integer> mcpPatienceSeconds,
        Map<String, ProviderSettings> providers,
        List<String> onLimit,
        @Nullable Boolean onLimitAsks,
        @Nullable String defaultProvider,
        @Nullable String openaiDirectory) {
    private static final int DEFAULT_PORT = 4780;

    /// What holds where nothing is set.
    public static final Config DEFAULT =
            new Config(
                    null,
                    null,
                    null,
                    List.of(),
                    Map.of(),
                    Live.DEFAULT,
                    List.of(),
                    new Store(null, null),
                    null,
                    Map.of(),
                    List.of(),
                    Map.of(),
                    AgentSettings.DEFAULT,
                    Map.of(),
                    Map.of(),
                    List.of(),
                    null,
                    null,
                    null);

    public Config {
        models = models == null ? List.of() : List.copyOf(models);
        passEnvironment = passEnvironment == null ? Map.of() : Map.copyOf(passEnvironment);
        live = live == null ? Live.DEFAULT : live;
        approvals = approvals == null ? List.of() : List.copyOf(approvals);
        store = store == null ? new Store(null, null) : store;
        tools = tools == null ? null : List.copyOf(tools);
        projects = projects == null ? Map.of() : Map.copyOf(projects);
        trustedProjects = trustedProjects == null ? List.of() : List.copyOf(trustedProjects);
        apis = apis == null ? Map.of() : Map.copyOf(apis);
        agents = agents == null ? AgentSettings.DEFAULT : agents;
        mcpPatienceSeconds = mcpPatienceSeconds == null ? Map.of() : Map.copyOf(mcpPatienceSeconds);
        providers = providers == null ? Map.of() : Map.copyOf(providers);
        onLimit = onLimit == null ? List.of() : List.copyOf(onLimit);
    }

    /// The file's settings; the defaults when there is no file.
    public static Config read(Path file) {
        return Files.exists(file) ? StrictJson.read(file, Config.class).checked(file) : DEFAULT;
    }

    /// Says what is wrong with a text that is to be in the file.
    static void check(String text, Path file) {
        var _ = StrictJson.read(text, file.toString(), Config.class).checked(file);
    }

    public boolean asksOnLimit() {
        return onLimitAsks == null || onLimitAsks;
    }

    /// What the user has decided about one provider.
    ///
    /// @param enabled whether it may be used; so it may unless given
    /// @param command how its CLI is started instead of by its usual name
    /// @param home the directory in which its CLI keeps its state, instead of the usual one
    public record ProviderSettings(
            @Nullable Boolean enabled, @Nullable String command, @Nullable String home) {
        public boolean isEnabled() {
            return enabled == null || enabled;
        }
    }

    /// What is different in one directory.
    public record Project(@Nullable List<String> tools) {
        public Project {
            tools = tools == null ? null : List.copyOf(tools);
        }
    }

    /// How much of the past of live sessions is kept, as far as the CLIs' own files have it anyway.
    ///
    /// @param keepDays how long; 0 is for ever
    /// @param keepMegabytes how large all of it may be; 0 is as large as it gets
    public record Store(@Nullable Integer keepDays, @Nullable Integer keepMegabytes) {
        public Duration age() {
            return Duration.ofDays(keepDays == null ? 30 : keepDays);
        }

        public long bytes() {
            return (keepMegabytes == null ? 1000 : keepMegabytes) * 1024L * 1024L;
        }
    }

    /// How live sessions are kept.
    ///
    /// @param idleSeconds how long a process without a turn stays warm
    /// @param maxProcesses how many processes are warm at most
    /// @param approvalTimeoutSeconds when a question nobody answers is refused; 0 waits for ever
    /// @param interruptGraceSeconds how long an agent may take to obey an interrupt before its
    ///   process is ended
    /// @param startTimeoutSeconds how long an agent may show no sign of life before its
    ///   conversation begins
    public record Live(
            @Nullable Integer idleSeconds,
            @Nullable Integer maxProcesses,
            @Nullable Integer approvalTimeoutSeconds,
            @Nullable Integer interruptGraceSeconds,
            @Nullable Integer startTimeoutSeconds) {
        static final Live DEFAULT = new Live(null, null, null, null, null);

        public Duration idle() {
            return Duration.ofSeconds(idleSeconds == null ? 600 : idleSeconds);
        }

        public int processes() {
            return maxProcesses == null ? 10 : maxProcesses;
        }

        public Duration approvalTimeout() {
            return Duration.ofSeconds(
                    approvalTimeoutSeconds == null ? 3600 : approvalTimeoutSeconds);
        }

        public Duration interruptGrace() {
            return Duration.ofSeconds(interruptGraceSeconds == null ? 10 : interruptGraceSeconds);
        }

        public Duration startTimeout() {
            return Duration.ofSeconds(startTimeoutSeconds == null ? 30 : startTimeoutSeconds);
        }
    }

    public int portOrDefault() {
        return port == null ? DEFAULT_PORT : port;
    }

    public long outputLimit() {
        return outputLimitMegabytes == null
                ? Launch.DEFAULT_OUTPUT_LIMIT
                : outputLimitMegabytes * 1024L * 1024L;
    }

    public Duration timeout() {
        return timeoutMinutes == null ? Launch.DEFAULT_TIMEOUT : Duration.ofMinutes(timeoutMinutes);
    }

    /// What the types alone cannot say.
    private Config checked(Path file) {
        checkRange(file, "port", port, 1, 65535);
        checkRange(file, "outputLimitMegabytes", outputLimitMegabytes, 1, 2000);
        checkRange(file, "timeoutMinutes", timeoutMinutes, 1, 7 * 24 * 60);
        checkRange(file, "live.idleSeconds", live.idleSeconds(), 1, 7 * 24 * 3600);
        checkRange(file, "live.maxProcesses", live.maxProcesses(), 1, 10_000);
        checkRange(
                file,
                "live.approvalTimeoutSeconds",
                live.approvalTimeoutSeconds(),
                0,
                7 * 24 * 3600);
        checkRange(file, "live.interruptGraceSeconds", live.interruptGraceSeconds(), 1, 3600);
        checkRange(file, "live.startTimeoutSeconds", live.startTimeoutSeconds(), 1, 3600);
        checkRange(file, "store.keepDays", store.keepDays(), 0, 36_500);
        checkRange(file, "store.keepMegabytes", store.keepMegabytes(), 0, 1_000_000);
        checkRange(file, "agents.maxDepth", agents.maxDepth(), 1, 10);
        checkRange(file, "agents.maxDescendants", agents.maxDescendants(), 1, 10_000);
        checkRange(file, "agents.keepDays", agents.keepDays(), 1, 36_500);
        checkDollars(file, "agents.maxChainCost", agents.maxChainCost());
        checkDollars(file, "agents.budgetPerDay", agents.budgetPerDay());
        mcpPatienceSeconds.forEach((name, seconds) ->
                checkRange(file, "mcpPatienceSeconds." + name, seconds, 1, 24 * 3600));
        providers.forEach((id, chosen) -> {
            if (chosen.home() != null && !chosen.home().matches("(?:~/|/).+")) {
                throw Problem.brokenConfiguration(
                        file + ": the value of \"providers." + id + ".home\" is no whole path.",
                        "Begin it with / or with ~/.");
            }
        });
        for (var at = 0; at < models.size(); at++) {
            var name = models.get(at).name();
            if (name == null || name.isBlank()) {
                throw Problem.brokenConfiguration(
                        file + ": the key \"models[" + at + "].name\" is missing.",
                        "Give the model a name.");
            }
        }
        if (openaiDirectory != null) {
            checkAbsolute(file, "openaiDirectory", openaiDirectory);
        }
        projects.keySet().forEach(project -> checkAbsolute(file, "projects", project));
        trustedProjects.forEach(project -> checkAbsolute(file, "trustedProjects", project));
        return this;
    }

    private static void checkDollars(Path file, String key, @Nullable Double value) {
        if (value != null && !(value > 0 && Double.isFinite(value))) {
            throw Problem.brokenConfiguration(
                    file + ": the key \"" + key + "\" is " + value + ".",
                    "Give US dollars above 0, or leave it out.");
        }
    }

    private static void checkAbsolute(Path file, String key, String directory) {
        if (!directory.startsWith("/")) {
            throw Problem.brokenConfiguration(
                    file + ": \"" + directory + "\" in \"" + key + "\" is no absolute path.",
                    "Write the whole path of the directory, beginning with /.");
        }
    }

    private static void checkRange(
            Path file, String key, @Nullable Integer value, int least, int most) {
        if (value != null && (value < least || value > most)) {
            throw Problem.brokenConfiguration(
                    "%s: \"%s\" is %d, but must be between %d and %d."
                            .formatted(file, key, value, least, most),
                    "Correct that value.");
        }
    }
}
