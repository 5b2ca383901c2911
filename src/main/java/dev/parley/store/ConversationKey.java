package dev.parley.store;

import dev.parley.base.problem.Problem;

import java.nio.file.Path;
import java.util.regex.Pattern;

/// A conversation across tools and providers: the name its asker gave it, in a project.
///
/// @param project the real path of the project
public record ConversationKey(Path project, String sessionId) {
    private static final Pattern NAME = Pattern.compile("[^\\p{Cntrl}]{1,200}");

    public ConversationKey {
        if (!NAME.matcher(sessionId).matches() || sessionId.isBlank()) {
            throw Problem.invalid(
                    "That is no name of a session.",
                    "Use up to 200 characters, and no control characters.");
        }
    }
}
