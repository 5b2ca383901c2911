package dev.parley.work.install;

import dev.parley.base.problem.Problem;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Enters Parley into the configuration of a client, or takes it out. The file before the change is
/// kept beside it. A file that cannot be read, or is not understood, is left alone.
public final class InstallMcp {
    private static final String NAME = "parley";
    private static final String BACKUP = ".before-parley";

    private final Map<String, String> environment;
    private final List<String> command;

    /// @param command how Parley is started for a client
    public InstallMcp(Map<String, String> environment, List<String> command) {
        this.environment = Map.copyOf(environment);
        this.command = List.copyOf(command);
    }

    /// What is to be changed, before it is.
    ///
    /// @param file the file that a person knows; it may be a link
    /// @param shown the part of it that is Parley's: the rest may have secrets in it
    public record Plan(McpClient client, Path file, String shown, String before, String after) {
        public boolean isNothing() {
            return before.equals(after);
        }
    }

    public Plan install(McpClient client) {
        var home = environment.get(ConfigText.HOME);
        var entry = client.entry(command, home == null ? Map.of() : Map.of(ConfigText.HOME, home));
        return plan(
                client,
                client.text().with("", client.section(), NAME, entry),
                (text, before) -> text.with(before, client.section(), NAME, entry));
    }

    public Plan uninstall(McpClient client) {
        return plan(client, "", (text, before) -> text.without(before, client.section(), NAME));
    }

    private interface Change {
        String apply(ConfigText text, String before);
    }

    private Plan plan(McpClient client, String shown, Change change) {
        var file = client.file(environment);
        var before = read(file);
        try {
            return new Plan(client, file, shown, before, change.apply(client.text(), before));
        } catch (ConfigText.BrokenText broken) {
            throw Problem.invalid(
                    file + " is not understood (" + broken.reason() + ").",
                    "Nothing was changed. Mend the file and run this again.");
        }
    }

    private static String read(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (CharacterCodingException _) {
            throw Problem.invalid(file + " is not UTF-8.", "Nothing was changed. Mend the file.");
        } catch (IOException e) {
            throw Problem.invalid(
                    file + " cannot be read: " + e.getMessage() + ".", "Nothing was changed.");
        }
    }

    /// @return where the file before the change is kept, if there was one
    public Optional<Path> apply(Plan plan) {
        try {
            var target =
                    Files.exists(plan.file())
                            ? plan.file().toRealPath()
                            : plan.file().toAbsolutePath();
            if (!Files.exists(target)) {
                Files.createDirectories(target.resolveSibling(""));
                write(target, plan.after(), PosixFilePermissions.fromString("rw-------"));
                return Optional.empty();
            }
            var permissions = Files.getPosixFilePermissions(target);
            if (!permissions.contains(PosixFilePermission.OWNER_WRITE)
                    || !Files.isWritable(target)) {
                throw Problem.invalid(
                        target + " may not be written.",
                        "Nothing was changed. Make it writable, or enter Parley by hand.");
            }
            if (!Files.readString(target).equals(plan.before())) {
                throw Problem.invalid(
                        target + " has just been changed by another program.",
                        "Nothing was changed. Run the command again.");
            }
            var backup = target.resolveSibling(target.getFileName() + BACKUP);
            write(backup, plan.before(), permissions);
            write(target, plan.after(), permissions);
            return Optional.of(backup);
        } catch (IOException e) {
            throw Problem.invalid(
                    plan.file() + " could not be written: " + e.getMessage() + ".",
                    "Look at the permissions of the file and its directory.");
        }
    }

    /// The file appears whole under its name, or not at all.
    private static void write(Path file, String text, Set<PosixFilePermission> permissions)
            throws IOException {
        var draft = Files.createTempFile(file.resolveSibling(""), "." + file.getFileName(), null);
        try {
            Files.writeString(draft, text);
            Files.setPosixFilePermissions(draft, permissions);
            Files.move(
                    draft,
                    file,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(draft);
        }
    }
}
