package dev.parley.provider;

import dev.parley.base.problem.Problem;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A provider on this machine: its profile (of the product that is really installed), the command
/// that starts it, and the version it reported, if it was asked and answered.
public record Installation(
        ProviderProfile profile,
        List<String> command,
        Optional<Path> path,
        Optional<String> version) {
    public Installation {
        command = List.copyOf(command);
    }

    public boolean isInstalled() {
        return path.isPresent();
    }

    /// False only when the version is known and too old.
    public boolean isRecentEnough() {
        var minimum = profile.version().minimum();
        return minimum == null
                || version.map(found -> Versions.compare(found, minimum) >= 0).orElse(true);
    }

    /// The same installation, or the [Problem] that it is not there.
    public Installation orMissing() {
        if (!isInstalled()) {
            throw Problem.cliNotFound(command.getFirst(), profile.install());
        }
        return this;
    }
}
