package dev.parley.work.setting;

import dev.parley.api.RepositoryModel;
import dev.parley.base.json.RecordSchema;
import dev.parley.base.problem.Closest;
import dev.parley.base.problem.Problem;
import dev.parley.config.Config;
import dev.parley.history.usage.Prices;
import dev.parley.provider.ProviderProfile;
import dev.parley.tool.own.ToolFile;
import dev.parley.work.room.Agents;
import dev.parley.work.room.Templates;

import tools.jackson.databind.node.ObjectNode;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// The JSON Schemas of the files that a person writes for Parley, made from what reads them: an
/// editor that knows one completes keys and marks mistakes.
public enum FileSchemas {
    CONFIG("config.json"),
    MODELS("models.json"),
    PRICES("prices.json"),
    PROVIDER("providers/*.json"),
    TOOL("tools/*.json"),
    AGENT("agents/*.json"),
    ROOM("rooms/*.json");

    private final String file;

    FileSchemas(String file) {
        this.file = file;
    }

    /// Which files it is about, in the config directory.
    public String file() {
        return file;
    }

    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static List<String> ids() {
        return Arrays.stream(values()).map(FileSchemas::id).toList();
    }

    public static FileSchemas named(String id) {
        return Arrays.stream(values())
                .filter(one -> one.id().equals(id))
                .findFirst()
                .orElseThrow(() ->
                        Problem.notFound(
                                "There is no schema \"" + id + "\".",
                                Closest.question(
                                        id, ids(), "There are " + String.join(", ", ids()) + ".")));
    }

    public ObjectNode schema() {
        var title = "Parley: " + file;
        var shape =
                switch (this) {
                    case CONFIG -> Config.class;
                    case MODELS -> RepositoryModel.class;
                    case PRICES -> Prices.shape();
                    case PROVIDER -> ProviderProfile.class;
                    case TOOL -> ToolFile.class;
                    case AGENT -> Agents.shape();
                    case ROOM -> Templates.shape();
                };
        return this == MODELS
                ? RecordSchema.ofEntries(shape, title)
                : RecordSchema.of(shape, title);
    }
}
