package dev.parley.door.json;

import dev.parley.api.Move;
import dev.parley.base.json.Json;

import tools.jackson.databind.node.ObjectNode;

/// Conversations that were brought to another CLI, as every door sends them.
public final class MoveJson {
    private MoveJson() {}

    public static ObjectNode of(Move move) {
        var json =
                Json.object()
                        .put("id", move.id())
                        .put("from", move.from().toString())
                        .put("to", move.to().toString())
                        .put("provider", move.to().provider())
                        .put("sessionId", move.to().nativeId())
                        .put("title", move.title())
                        .put("cwd", move.directory())
                        .put("turns", move.turns())
                        .put("calls", move.calls())
                        .put("createdAt", move.createdAt().toString());
        return json.set("notes", Json.tree(move.notes().lines().toList()));
    }
}
