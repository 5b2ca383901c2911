package dev.parley.testing;

import dev.parley.event.Permission;
import dev.parley.provider.Attachments;
import dev.parley.provider.Invocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.TurnRequest;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A single turn that a test puts together, and how a CLI is called for it.
public record Turn(
        String prompt,
        Path cwd,
        Permission permission,
        Optional<String> session,
        Optional<String> model,
        Optional<String> system,
        List<Path> directories) {
    public static Turn of(String prompt, Path cwd, Permission permission) {
        return new Turn(
                prompt,
                cwd,
                permission,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of());
    }

    public Turn withModel(String name) {
        return new Turn(prompt, cwd, permission, session, Optional.of(name), system, directories);
    }

    public Turn resuming(String id) {
        return new Turn(prompt, cwd, permission, Optional.of(id), model, system, directories);
    }

    public Turn withSystem(String text) {
        return new Turn(prompt, cwd, permission, session, model, Optional.of(text), directories);
    }

    public Turn withDirectories(List<Path> extra) {
        return new Turn(prompt, cwd, permission, session, model, system, extra);
    }

    public static Invocation invoke(ProviderProfile profile, Turn turn) {
        return Invocation.of(
                profile,
                new TurnRequest(
                        turn.prompt,
                        turn.cwd,
                        turn.permission,
                        turn.session,
                        turn.model,
                        turn.system,
                        turn.directories,
                        Optional.empty(),
                        Attachments.NONE));
    }
}
