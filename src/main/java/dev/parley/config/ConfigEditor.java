package dev.parley.config;

import dev.parley.base.json.Json;
import dev.parley.base.json.JsonFile;
import dev.parley.base.json.StrictJson;
import dev.parley.base.problem.Problem;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Changes `config.json` for a person. What else is in it stays, and nothing is written that Parley
/// could not read.
public final class ConfigEditor {
    private static final String READABLE = "rw-r--r--";

    private final Path file;

    public ConfigEditor(Path file) {
        this.file = file;
    }

    /// The file as it is written; nothing in it where there is none.
    public ObjectNode tree() {
        return Files.exists(file) ? StrictJson.read(file, ObjectNode.class) : Json.object();
    }

    /// The file's own text.
    public String text() {
        try {
            return Files.exists(file) ? Files.readString(file) : "{\n}\n";
        } catch (IOException e) {
            throw Problem.brokenConfiguration(
                            "Cannot read " + file + ": " + e.getMessage(),
                            "Make it a readable UTF-8 text file.")
                    .causedBy(e);
        }
    }

    /// @param key the names that lead to the value
    /// @param value absent: the usual one
    public void set(List<String> key, @Nullable JsonNode value) {
        var tree = tree();
        set(tree, key, value);
        try {
            Config.check(Json.write(tree), file);
        } catch (Problem problem) {
            throw Problem.invalid(problem.message(), problem.remedy() + " Nothing was changed.");
        }
        StrictJson.checkRewritable(file);
        JsonFile.write(file, tree, READABLE);
    }

    private static void set(ObjectNode tree, List<String> key, @Nullable JsonNode value) {
        var name = key.getFirst();
        if (key.size() > 1) {
            var inner = tree.get(name) instanceof ObjectNode there ? there : tree.putObject(name);
            set(inner, key.subList(1, key.size()), value);
            if (inner.isEmpty()) {
                tree.remove(name);
            }
        } else if (value == null) {
            tree.remove(name);
        } else {
            tree.set(name, value);
        }
    }

    /// Takes over what a person wrote, as it is.
    ///
    /// @param written a file with all of it
    public void replace(Path written, String text) {
        var _ = Config.read(written); // says what is wrong with it
        JsonFile.writeText(file, text, READABLE);
    }
}
