package dev.parley.config;

import dev.parley.api.RepositoryModel;
import dev.parley.base.disk.FileStamp;
import dev.parley.base.problem.Problem;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// The agents in repositories that `models.json` declares. The file is looked at on every question
/// and read again when it has changed; a broken one leaves the last good one in force and says what
/// is wrong. Thread-safe.
public final class ModelRegistry {
    private static final Logger LOG = LoggerFactory.getLogger(ModelRegistry.class);

    /// What is in force.
    ///
    /// @param models by name, in the order of the file
    /// @param since when the file was written
    /// @param problem what is wrong with the file as it is now
    public record State(
            Map<String, RepositoryModel> models, Instant since, Optional<Problem> problem) {}

    private final Path file;
    private final RegistryFile reader;
    private final Clock clock;
    private final Supplier<? extends Collection<String>> drivers;
    private List<String> seen = List.of(); // when the file was read
    private @Nullable FileStamp
            stamp; // of the file as it was read; absent when it must be read again
    private State state = new State(Map.of(), Instant.EPOCH, Optional.empty());

    /// @param drivers the ids of all providers
    public ModelRegistry(Path file, Collection<String> drivers, Clock clock) {
        this(file, () -> drivers, clock);
    }

    /// @param drivers as they are now
    public ModelRegistry(Path file, Supplier<? extends Collection<String>> drivers, Clock clock) {
        this.file = file;
        this.drivers = drivers;
        this.reader = new RegistryFile(file, drivers);
        this.clock = clock;
    }

    /// What is wrong with such a file, if something is.
    ///
    /// @param drivers the ids of all providers
    public static Optional<Problem> problem(Path file, Collection<String> drivers) {
        try {
            var _ = new RegistryFile(file, () -> drivers).read();
            return Optional.empty();
        } catch (Problem problem) {
            return Optional.of(problem);
        }
    }

    /// The models in force now.
    public synchronized State current() {
        var now = FileStamp.of(file);
        var known = List.copyOf(drivers.get());
        if (!now.equals(stamp) || !known.equals(seen)) {
            seen = known;
            load(now);
            stamp = now.isSettled(clock.instant()) ? now : null;
        }
        return state;
    }

    private void load(FileStamp now) {
        try {
            state = new State(reader.read(), now.modified(), Optional.empty());
        } catch (Problem problem) {
            var isNew =
                    state.problem()
                            .filter(known -> known.message().equals(problem.message()))
                            .isEmpty();
            if (isNew) {
                LOG.warn(
                        "{} {} The last good version stays in force.",
                        problem.message(),
                        problem.remedy());
            }
            state = new State(state.models(), state.since(), Optional.of(problem));
        }
    }
}
