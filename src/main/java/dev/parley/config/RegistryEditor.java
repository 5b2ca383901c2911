package dev.parley.config;

import dev.parley.api.HelperPolicy;
import dev.parley.api.RepositoryModel;
import dev.parley.base.json.Json;
import dev.parley.base.json.JsonFile;
import dev.parley.base.json.StrictJson;
import dev.parley.base.problem.Closest;
import dev.parley.base.problem.Problem;
import dev.parley.event.Permission;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

/// Changes `models.json`. What else is in it stays, and a file that cannot be read is left alone.
public final class RegistryEditor {
    private static final String READABLE = "rw-r--r--";

    /// What happens to an entry of the same name.
    public enum Existing {
        KEEP,
        REPLACE
    }

    /// All but the names of a driver and a repository, which every entry has.
    private static final RepositoryModel DEFAULTS =
            new RepositoryModel(
                    "",
                    "",
                    RepositoryModel.AGENT_FILE,
                    null,
                    Permission.ASK,
                    false,
                    false,
                    null,
                    null,
                    HelperPolicy.NONE,
                    false);

    private final Path file;
    private final RegistryFile reader;

    /// @param drivers the ids of all providers
    public RegistryEditor(Path file, Collection<String> drivers) {
        this(file, () -> drivers);
    }

    /// @param drivers as they are now
    public RegistryEditor(Path file, Supplier<? extends Collection<String>> drivers) {
        this.file = file;
        this.reader = new RegistryFile(file, drivers);
    }

    /// @return the entry as it was written, without what is the default anyway
    public ObjectNode add(String name, RepositoryModel model, Existing existing) {
        var models = models();
        if (models.has(name) && existing == Existing.KEEP) {
            throw Problem.invalid(
                    "There is a model \"" + name + "\" already.",
                    "Choose another name, or say --replace.");
        }
        var entry = without(Json.tree(DEFAULTS), Json.tree(model));
        models.set(name, entry);
        try {
            reader.parse(Json.write(models));
        } catch (Problem problem) {
            // It was good before, so it is the new entry.
            throw Problem.invalid(problem.message().replace(file + ": ", ""), problem.remedy());
        }
        checkThere(model);
        write(models);
        return entry;
    }

    /// Better now than when the first client asks.
    private static void checkThere(RepositoryModel model) {
        if (!Files.isDirectory(model.directory())) {
            throw Problem.invalid(
                    "There is no directory " + model.repoPath() + ".",
                    "Make it, or name another one.");
        }
    }

    private static ObjectNode without(JsonNode defaults, JsonNode all) {
        var rest = Json.object();
        all.forEachEntry((key, value) -> {
            var usual = defaults.path(key);
            if (!value.equals(usual)) {
                rest.set(key, value.isObject() ? without(usual, value) : value);
            }
        });
        return rest;
    }

    public void remove(String name) {
        var models = models();
        if (models.remove(name) == null) {
            var names = List.copyOf(models.propertyNames());
            throw Problem.notFound(
                    "There is no model \"" + name + "\" in models.json.",
                    Closest.question(name, names, "See all of them with: parley models"));
        }
        write(models);
    }

    private void write(ObjectNode models) {
        StrictJson.checkRewritable(file);
        JsonFile.write(file, models, READABLE);
    }

    /// As it was written, without our defaults in the gaps.
    private ObjectNode models() {
        reader.read(); // says what is wrong with it
        return reader.tree();
    }
}
