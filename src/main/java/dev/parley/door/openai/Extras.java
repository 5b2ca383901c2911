package dev.parley.door.openai;

import dev.parley.base.json.Json;
import dev.parley.work.call.CallResult;

import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.stream.Stream;

/// What OpenAI has no word for, under a name of our own.
final class Extras {
    private Extras() {}

    /// @param ignored parameters without effect that might be missed
    static ObjectNode add(ObjectNode body, CallResult result, List<String> ignored) {
        var extras = Json.object();
        result.patch().ifPresent(patch -> extras.put("patch", patch));
        result.worktree().ifPresent(kept -> extras.put("worktree", kept.toString()));
        var helpers = result.helpers();
        helpers.removed().ifPresent(names -> extras.set("removed", Json.tree(names)));
        helpers.commit()
                .ifPresent(commit -> {
                    extras.set("committed", Json.tree(helpers.committed()));
                    extras.put("commit", commit);
                });
        var all = Stream.concat(ignored.stream(), result.ignored().stream()).toList();
        if (!all.isEmpty()) {
            extras.set("ignored", Json.tree(all));
        }
        if (!extras.isEmpty()) {
            body.set("parley", extras);
        }
        return body;
    }
}
