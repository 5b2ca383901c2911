package dev.parley.door.openai;

import dev.parley.work.Answered;

import tools.jackson.databind.node.ObjectNode;

/// What OpenAI has no word for, under a name of our own.
final class Extras {
    private Extras() {}

    static ObjectNode add(ObjectNode body, Answered answered) {
        answered.worktree()
                .ifPresent(worktree -> {
                    var extras = body.putObject("parley").put("patch", worktree.patch());
                    worktree.kept().ifPresent(kept -> extras.put("worktree", kept.toString()));
                });
        return body;
    }
}
