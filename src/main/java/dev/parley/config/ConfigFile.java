package dev.parley.config;

import dev.parley.base.disk.FileStamp;
import dev.parley.base.json.Json;
import dev.parley.base.json.JsonFile;
import dev.parley.base.json.StrictJson;
import dev.parley.base.problem.Problem;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/// `config.json` while Parley runs, for the few settings that are looked at again: the file is read
/// when it has changed, and a broken one leaves the last good one in force. Thread-safe.
public final class ConfigFile {
    private static final Logger LOG = LoggerFactory.getLogger(ConfigFile.class);
    private static final String TRUSTED = "trustedProjects";
    private static final String PROVIDERS = "providers";
    private static final String ENABLED = "enabled";
    private static final String COMMAND = "command";
    private static final String HOME = "home";
    private static final String APPROVALS = "approvals";

    private final Path file;
    private final Clock clock;
    private Consumer<Config> check = _ -> {}; // guarded by this
    private Config config; // guarded by this
    private @Nullable FileStamp stamp; // guarded by this
    private String complaint = ""; // guarded by this

    /// @throws Problem when the file is broken
    public ConfigFile(Path file, Clock clock) {
        this.file = file;
        this.clock = clock;
        config = Config.read(file);
    }

    /// Looks at what the file alone does not show, such as names of providers: now, and at every
    /// later version before it comes into force.
    ///
    /// @throws Problem when the file does not stand it now
    public synchronized void checkedBy(Consumer<Config> check) {
        check.accept(config);
        this.check = check;
    }

    /// What a server takes with its next start only.
    private static void tellOfLater(Config before, Config now) {
        if (!Objects.equals(before.port(), now.port())
                || !before.store().equals(now.store())
                || !before.agents().equals(now.agents())
                || !before.apis().equals(now.apis())
                || !before.mcpPatienceSeconds().equals(now.mcpPatienceSeconds())) {
            LOG.info(
                    "port, store, agents, apis and mcpPatienceSeconds count from the next start of a server.");
        }
    }

    public synchronized Config current() {
        var now = FileStamp.of(file);
        if (!now.equals(stamp)) {
            stamp = now.isSettled(clock.instant()) ? now : null;
            try {
                var read = Config.read(file);
                check.accept(read);
                if (!read.equals(config)) {
                    LOG.info("{} has changed and is in force.", file);
                    tellOfLater(config, read);
                }
                config = read;
                complaint = "";
            } catch (Problem problem) {
                if (!complaint.equals(problem.message())) {
                    complaint = problem.message();
                    LOG.warn(
                            "{} {} The last good version stays in force.",
                            problem.message(),
                            problem.remedy());
                }
            }
        }
        return config;
    }

    /// Enters a directory into the list of trusted projects. What else is in the file stays.
    ///
    /// @return whether it was not there yet
    public synchronized boolean trust(Path project) {
        var config = Config.read(file); // says what is wrong with it
        if (config.trustedProjects().contains(project.toString())) {
            return false;
        }
        var tree = tree();
        tree.withArray(TRUSTED).add(project.toString());
        write(tree);
        return true;
    }

    /// @return whether it was there
    public synchronized boolean distrust(Path project) {
        var config = Config.read(file);
        if (!config.trustedProjects().contains(project.toString())) {
            return false;
        }
        var tree = tree();
        var rest = Json.array();
        for (var one : tree.path(TRUSTED)) {
            if (!one.asString("").equals(project.toString())) {
                rest.add(one);
            }
        }
        tree.set(TRUSTED, rest);
        write(tree);
        return true;
    }

    /// Enters what the user has decided about one provider. What else is in the file stays.
    ///
    /// @param command absent: as it is; empty: the usual one
    /// @param home likewise
    public synchronized void provider(
            String id, @Nullable Boolean enabled, @Nullable String command, @Nullable String home) {
        var _ = Config.read(file); // says what is wrong with it
        var tree = tree();
        var all = tree.withObject(PROVIDERS);
        var one = all.withObject(id);
        if (enabled != null) {
            one.remove(ENABLED);
            if (!enabled) {
                one.put(ENABLED, false);
            }
        }
        set(one, COMMAND, command);
        set(one, HOME, home);
        if (one.isEmpty()) {
            all.remove(id);
        }
        if (all.isEmpty()) {
            tree.remove(PROVIDERS);
        }
        write(tree);
    }

    private static void set(ObjectNode one, String key, @Nullable String value) {
        if (value != null) {
            one.remove(key);
            if (!value.isBlank()) {
                one.put(key, value.strip());
            }
        }
    }

    /// Replaces the rules about approvals.
    public synchronized void approvals(List<String> rules) {
        var _ = Config.read(file);
        var tree = tree();
        if (rules.isEmpty()) {
            tree.remove(APPROVALS);
        } else {
            tree.set(APPROVALS, Json.tree(rules));
        }
        write(tree);
    }

    public Path path() {
        return file;
    }

    private void write(ObjectNode tree) {
        StrictJson.checkRewritable(file);
        JsonFile.write(file, tree, "rw-r--r--");
        stamp = null;
    }

    private ObjectNode tree() {
        return Files.exists(file) ? StrictJson.read(file, ObjectNode.class) : Json.object();
    }
}
