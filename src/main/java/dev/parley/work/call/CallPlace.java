package dev.parley.work.call;

import dev.parley.api.RepositoryModel;
import dev.parley.base.problem.Problem;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The repository of a model: where it is, and what it says to every agent.
final class CallPlace {
    private static final long MOST_INSTRUCTIONS = 1024 * 1024;

    private CallPlace() {}

    static Path directory(String name, RepositoryModel model) {
        try {
            if (Files.isDirectory(model.directory())) {
                return model.directory().toRealPath();
            }
        } catch (IOException _) {
            // said below
        }
        throw Problem.brokenConfiguration(
                "The repository of " + name + " is not there: " + model.repoPath(),
                "Correct repoPath in models.json.");
    }

    /// The repository's instructions, if it has any. A link must not lead out of the repository.
    static Optional<String> agentFile(RepositoryModel model, Path directory) {
        var file = directory.resolve(model.agentFile());
        try {
            if (!Files.isRegularFile(file)) {
                return Optional.empty();
            }
            if (!file.toRealPath().startsWith(directory)) {
                throw Problem.brokenConfiguration(
                        model.agentFile() + " leads out of the repository.",
                        "Put the file itself there.");
            }
            if (Files.size(file) > MOST_INSTRUCTIONS) {
                throw Problem.brokenConfiguration(
                        model.agentFile() + " is larger than 1 MB.", "Make it shorter.");
            }
            return Optional.of(Files.readString(file));
        } catch (IOException e) {
            throw Problem.brokenConfiguration(
                            model.agentFile() + " cannot be read: " + e.getMessage(),
                            "Make it a readable UTF-8 text file.")
                    .causedBy(e);
        }
    }
}
