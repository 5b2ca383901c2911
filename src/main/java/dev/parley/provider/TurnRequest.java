package dev.parley.provider;

import dev.parley.api.Permission;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// One turn of a provider that is known. Paths are absolute and real.
///
/// @param home where the CLI keeps all of its state, if not where it usually does; need not exist
public record TurnRequest(
        String prompt,
        Path cwd,
        Permission permission,
        Optional<String> session,
        Optional<String> model,
        Optional<String> system,
        List<Path> directories,
        Optional<Path> home,
        Attachments attachments) {
    public TurnRequest {
        directories = List.copyOf(directories);
    }

    public static TurnRequest of(String prompt, Path cwd, Permission permission) {
        return new TurnRequest(
                prompt,
                cwd,
                permission,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Attachments.NONE);
    }

    public TurnRequest withModel(String name) {
        return new TurnRequest(
                prompt,
                cwd,
                permission,
                session,
                Optional.of(name),
                system,
                directories,
                home,
                attachments);
    }

    public TurnRequest resuming(String id) {
        return new TurnRequest(
                prompt,
                cwd,
                permission,
                Optional.of(id),
                model,
                system,
                directories,
                home,
                attachments);
    }

    public TurnRequest withSystem(String text) {
        return new TurnRequest(
                prompt,
                cwd,
                permission,
                session,
                model,
                Optional.of(text),
                directories,
                home,
                attachments);
    }

    public TurnRequest withDirectories(List<Path> extra) {
        return new TurnRequest(
                prompt, cwd, permission, session, model, system, extra, home, attachments);
    }

    public TurnRequest in(Path directory) {
        return new TurnRequest(
                prompt,
                directory,
                permission,
                session,
                model,
                system,
                directories,
                home,
                attachments);
    }
}
