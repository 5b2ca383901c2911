package dev.parley.door.openai;

import dev.parley.base.json.Json;
import dev.parley.work.CallResult;

import tools.jackson.databind.node.ObjectNode;

/// What OpenAI has no word for, under a name of our own.
final class Extras {
    private Extras() {}

    static ObjectNode add(ObjectNode body, CallResult answered) {
        var extras = Json.object();
        answered.worktree()
                .ifPresent(worktree -> {
                    extras.put("patch", worktree.patch());
                    worktree.kept().ifPresent(kept -> extras.put("worktree", kept.toString()));
                });
        var helpers = answered.helpers();
        helpers.removed().ifPresent(names -> extras.set("removed", Json.tree(names)));
        helpers.commit()
                .ifPresent(commit -> {
                    extras.set("committed", Json.tree(helpers.committed()));
                    extras.put("commit", commit);
                });
        if (!extras.isEmpty()) {
            body.set("parley", extras);
        }
        return body;
    }
}
