package dev.parley.door.json;

import dev.parley.api.FileChange;
import dev.parley.api.LeftOutFile;
import dev.parley.api.LineComment;
import dev.parley.api.RaceInfo;
import dev.parley.api.SessionChanges;
import dev.parley.api.TurnChanges;
import dev.parley.api.WorktreeInfo;
import dev.parley.base.json.Json;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;

/// What turns changed, as the doors send it. Lists are there also when they are empty.
public final class ChangeJson {
    private ChangeJson() {}

    public static ObjectNode of(SessionChanges changes) {
        var json =
                Json.object().put("session", changes.session().value()).put("root", changes.root());
        var turns = json.putArray("turns");
        changes.turns().forEach(turn -> turns.add(of(turn)));
        json.set("files", files(changes.files()));
        json.set("meanwhile", files(changes.meanwhile()));
        return json;
    }

    public static ObjectNode of(TurnChanges turn) {
        var json = (ObjectNode) Json.tree(turn);
        json.set("files", files(turn.files()));
        json.set("meanwhile", files(turn.meanwhile()));
        json.set("leftOut", leftOut(turn.leftOut()));
        return json;
    }

    private static ArrayNode files(List<FileChange> changes) {
        var list = Json.array();
        changes.forEach(change -> list.add(Json.tree(change)));
        return list;
    }

    private static ArrayNode leftOut(List<LeftOutFile> files) {
        var list = Json.array();
        files.forEach(file -> list.add(Json.tree(file)));
        return list;
    }

    public static ObjectNode worktrees(List<WorktreeInfo> infos) {
        var json = Json.object();
        var list = json.putArray("worktrees");
        infos.forEach(info -> list.add(Json.tree(info)));
        return json;
    }

    public static ObjectNode races(List<RaceInfo> infos) {
        var json = Json.object();
        var list = json.putArray("races");
        infos.forEach(info -> list.add(Json.tree(info)));
        return json;
    }

    public static ObjectNode comments(List<LineComment> comments) {
        var json = Json.object();
        var list = json.putArray("comments");
        comments.forEach(comment -> list.add(Json.tree(comment)));
        return json;
    }
}
