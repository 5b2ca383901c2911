package dev.parley.door.json;

import dev.parley.api.ToolInfo;
import dev.parley.base.json.Json;
import dev.parley.work.Tools;

import tools.jackson.databind.node.ObjectNode;

import java.util.List;

/// A tool, and a call of one, as JSON.
public final class ToolJson {
    private ToolJson() {}

    public static ObjectNode of(ToolInfo tool) {
        var json = Json.object().put("name", tool.name());
        if (tool.problem() == null) {
            json.put("group", tool.group())
                    .put("description", tool.description())
                    .put("effect", tool.effect())
                    .put("isDefault", tool.isUsual())
                    .set("schema", tool.schema());
        } else {
            json.put("problem", tool.problem());
        }
        if (tool.file() != null) {
            json.put("file", tool.file());
        }
        return json;
    }

    /// All of a directory, and what one should know about them.
    public static ObjectNode of(List<ToolInfo> tools, List<String> notes) {
        var object = Json.object();
        var array = object.putArray("tools");
        tools.forEach(tool -> array.add(of(tool)));
        var said = object.putArray("notes");
        notes.forEach(said::add);
        return object;
    }

    public static ObjectNode of(Tools.Trial trial) {
        var result = trial.result();
        var json =
                Json.object()
                        .put("isError", result.isError())
                        .put("milliseconds", trial.time().toMillis())
                        .put("text", result.text());
        if (result.structure() != null) {
            json.set("structure", result.structure());
        }
        return json;
    }
}
