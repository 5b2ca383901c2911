package dev.parley.work.check;

import dev.parley.base.disk.Directories;
import dev.parley.base.json.StrictJson;
import dev.parley.base.problem.Problem;
import dev.parley.config.Config;
import dev.parley.config.ModelRegistry;
import dev.parley.history.usage.Prices;
import dev.parley.provider.Providers;
import dev.parley.work.check.Doctor.Finding;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Looks at every file that a person writes for Parley, each by itself: what is wrong with one
/// hides no other.
public final class UserFiles {
    private final Directories directories;
    private final Providers providers;
    private final Supplier<List<Problem>> roles;
    private final Optional<Problem> start;

    /// @param providers those whose files are not broken
    /// @param roles what is wrong with files of roles
    /// @param start what kept Parley from starting with these files
    public UserFiles(
            Directories directories,
            Providers providers,
            Supplier<List<Problem>> roles,
            Optional<Problem> start) {
        this.directories = directories;
        this.providers = providers;
        this.roles = roles;
        this.start = start;
    }

    /// Where they are.
    public Directories directories() {
        return directories;
    }

    List<Finding> findings() {
        var config = directories.configFile();
        var prices = directories.pricesFile();
        return Stream.of(
                        findings("config", config, start.or(() -> broken(config)).stream()),
                        findings("profiles", directories.providers(), providers.broken().stream()),
                        findings(
                                "models",
                                directories.registryFile(),
                                ModelRegistry.problem(directories.registryFile(), providers.known())
                                        .stream()),
                        findings("prices", prices, brokenPrices(prices).stream()),
                        findings("roles", directories.roles(), roles.get().stream()))
                .flatMap(all -> all)
                .toList();
    }

    private static Stream<Finding> findings(String name, Path place, Stream<Problem> problems) {
        var broken = problems.map(problem -> new Finding(name, false, text(problem))).toList();
        return broken.isEmpty()
                ? Stream.of(new Finding(name, true, place + (Files.exists(place) ? "" : " (none)")))
                : broken.stream();
    }

    private static String text(Problem problem) {
        var line = StrictJson.line(problem);
        var isTold = line.isEmpty() || problem.remedy().contains("line " + line.getAsInt());
        var place = isTold ? "" : " (line " + line.getAsInt() + ")";
        return problem.message() + place + " " + problem.remedy();
    }

    private Optional<Problem> broken(Path config) {
        try {
            new ConfiguredNames(providers, config).check(Config.read(config));
            return Optional.empty();
        } catch (Problem problem) {
            return Optional.of(problem);
        }
    }

    private static Optional<Problem> brokenPrices(Path prices) {
        try {
            var _ = Prices.read(prices);
            return Optional.empty();
        } catch (Problem problem) {
            return Optional.of(problem);
        }
    }
}
