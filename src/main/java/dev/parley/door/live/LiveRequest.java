package dev.parley.door.live;

import dev.parley.api.NewPrompt;
import dev.parley.api.NewSession;
import dev.parley.api.Permission;
import dev.parley.base.problem.Problem;
import dev.parley.event.Action;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// A live session as REST and WebSocket are asked for it.
///
/// @param provider the CLI, if it is chosen by name
/// @param model the model; without a provider it also chooses the CLI
/// @param cwd the absolute directory the agent works in
/// @param prompt what to begin with
/// @param images pictures that go with the prompt
/// @param permission what it may do without asking; `ask` unless given
/// @param resume what to go on with: an id of a live session, `provider:id`, or an id beside
///   `provider`
/// @param system instructions to add to its system prompt
/// @param directories further absolute directories
public record LiveRequest(
        @Nullable String provider,
        @Nullable String model,
        @Nullable String cwd,
        @Nullable String prompt,
        List<Action.Image> images,
        @Nullable Permission permission,
        @Nullable String resume,
        @Nullable String system,
        List<String> directories) {
    public LiveRequest {
        images = images == null ? List.of() : List.copyOf(images);
        directories = directories == null ? List.of() : List.copyOf(directories);
    }

    public NewSession toSession() {
        if (prompt == null && !images.isEmpty()) {
            throw Problem.invalid("There are images but no prompt.", "Say what to do with them.");
        }
        return new NewSession(
                provider,
                model,
                cwd,
                permission,
                resume,
                system,
                directories,
                null,
                prompt == null ? null : new NewPrompt(prompt, images, false));
    }
}
