package dev.parley.work.setting;

import dev.parley.base.json.Json;
import dev.parley.base.problem.Closest;
import dev.parley.base.problem.Problem;
import dev.parley.config.Config;
import dev.parley.config.ConfigEditor;
import dev.parley.process.Launch;
import dev.parley.provider.Providers;
import dev.parley.work.chain.ChainLimits;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// What is set, and where each value comes from.
public final class Configuration {
    /// Where the server listens, whatever the file says.
    public static final String PORT = "PARLEY_PORT";

    private static final String DEFAULT_PROVIDER = "defaultProvider";

    /// What the values are that nobody has set; absent where there is none.
    private static final Map<String, @Nullable Object> USUAL = usual();

    /// Where a value comes from.
    public enum Source {
        DEFAULT,
        FILE,
        VARIABLE;

        public String word() {
            return switch (this) {
                case DEFAULT -> "default";
                case FILE -> "config.json";
                case VARIABLE -> PORT;
            };
        }
    }

    /// One of them.
    ///
    /// @param value absent where nothing is set and nothing is usual
    public record Entry(String key, @Nullable JsonNode value, Source source) {}

    private final Path file;
    private final ConfigEditor editor;
    private final Map<String, String> environment;
    private final Providers providers;

    public Configuration(Path file, Map<String, String> environment, Providers providers) {
        this.file = file;
        this.editor = new ConfigEditor(file);
        this.environment = environment;
        this.providers = providers;
    }

    private static Map<String, @Nullable Object> usual() {
        var none = Config.DEFAULT;
        var live = none.live();
        var chains = ChainLimits.USUAL;
        var usual = new LinkedHashMap<String, @Nullable Object>();
        usual.put("port", none.portOrDefault());
        usual.put(DEFAULT_PROVIDER, null);
        usual.put("timeoutMinutes", Launch.DEFAULT_TIMEOUT.toMinutes());
        usual.put("outputLimitMegabytes", Launch.DEFAULT_OUTPUT_LIMIT >> 20);
        usual.put("approvals", List.of());
        usual.put("models", List.of());
        usual.put("providers", Map.of());
        usual.put("passEnvironment", Map.of());
        usual.put("tools", null);
        usual.put("projects", Map.of());
        usual.put("trustedProjects", List.of());
        usual.put("apis", Map.of());
        usual.put("openaiDirectory", null);
        usual.put("onLimit", List.of());
        usual.put("onLimitAsks", none.asksOnLimit());
        usual.put("mcpPatienceSeconds", Map.of());
        usual.put("live.idleSeconds", live.idle().toSeconds());
        usual.put("live.maxProcesses", live.processes());
        usual.put("live.approvalTimeoutSeconds", live.approvalTimeout().toSeconds());
        usual.put("live.interruptGraceSeconds", live.interruptGrace().toSeconds());
        usual.put("live.startTimeoutSeconds", live.startTimeout().toSeconds());
        usual.put("store.keepDays", none.store().age().toDays());
        usual.put("store.keepMegabytes", none.store().bytes() >> 20);
        usual.put("agents.summarizer", null);
        usual.put("agents.signIn", List.of());
        usual.put("agents.checks", Map.of());
        usual.put("agents.maxDepth", chains.depth());
        usual.put("agents.maxDescendants", chains.descendants());
        usual.put("agents.maxChainCost", chains.cost().orElse(null));
        usual.put("agents.budgetPerDay", chains.perDay().orElse(null));
        usual.put("agents.keepDays", none.agents().kept().toDays());
        return usual;
    }

    static List<String> keys() {
        return List.copyOf(USUAL.keySet());
    }

    public List<Entry> all() {
        var _ = Config.read(file); // says what is wrong with it
        var tree = editor.tree();
        return keys().stream().map(key -> entry(tree, key)).toList();
    }

    public Entry get(String key) {
        return entry(editor.tree(), checked(key));
    }

    private Entry entry(JsonNode tree, String key) {
        var port = environment.getOrDefault(PORT, "");
        if (key.equals("port") && !port.isBlank()) {
            return new Entry(key, Json.tree(port.strip()), Source.VARIABLE);
        }
        var value = tree;
        for (var name : names(key)) {
            value = value.path(name);
        }
        if (!value.isMissingNode() && !value.isNull()) {
            return new Entry(key, value, Source.FILE);
        }
        var usual = USUAL.get(key);
        return new Entry(key, usual == null ? null : Json.tree(usual), Source.DEFAULT);
    }

    /// @param text JSON, or a text that is none
    /// @return what holds now
    public Entry set(String key, String text) {
        var names = names(checked(key));
        var value = Json.parse(text).orElseGet(() -> Json.tree(text));
        if (key.equals(DEFAULT_PROVIDER)) {
            var _ = providers.named(value.asString(""));
        }
        editor.set(names, value);
        return get(key);
    }

    /// Back to the usual value.
    public Entry unset(String key) {
        editor.set(names(checked(key)), null);
        return get(key);
    }

    public Path file() {
        return file;
    }

    public String text() {
        return editor.text();
    }

    public void replace(Path written, String text) {
        editor.replace(written, text);
    }

    private static List<String> names(String key) {
        return List.of(key.split("\\.", -1));
    }

    private static String checked(String key) {
        if (USUAL.containsKey(key)) {
            return key;
        }
        var below = key.toLowerCase(Locale.ROOT) + ".";
        var better =
                keys().stream()
                        .filter(one -> one.toLowerCase(Locale.ROOT).startsWith(below))
                        .toList();
        throw Problem.notFound(
                "There is no setting \"" + key + "\".",
                better.isEmpty()
                        ? Closest.question(key, keys(), "parley config lists them all.")
                        : "There are " + String.join(", ", better) + ".");
    }

    /// Where the server listens.
    public static int port(Map<String, String> variables, Config config) {
        var said = variables.getOrDefault(PORT, "").strip();
        if (said.isEmpty()) {
            return config.portOrDefault();
        }
        var port = said.matches("\\d{1,5}") ? Integer.parseInt(said) : 0;
        if (port < 1 || port > 65_535) {
            throw Problem.invalid(
                    PORT + " is \"" + said + "\", which is no port.",
                    "Take one from 1 to 65535, or unset it.");
        }
        return port;
    }
}
