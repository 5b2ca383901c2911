package dev.parley.work.check;

import dev.parley.base.problem.Closest;
import dev.parley.base.problem.Problem;
import dev.parley.config.Config;
import dev.parley.provider.ModelCatalog;
import dev.parley.provider.Providers;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Whether the providers that `config.json` names are there: a mistyped one would be a setting that
/// nobody reads. One whose own profile is broken counts as there, so that the profile costs nothing
/// but itself.
public record ConfiguredNames(Providers providers, Path source) {
    /// @throws Problem when one is not
    public void check(Config config) {
        var known = Stream.concat(providers.ids().stream(), providers.leftOut().stream()).toList();
        new ModelCatalog(config.models()).validate(known, source.toString());
        config.passEnvironment().keySet().stream()
                .filter(id -> !known.contains(id))
                .forEach(providers::named);
        config.providers().keySet().forEach(id -> check(id, known));
    }

    private void check(String id, List<String> known) {
        if (!known.contains(id)) {
            throw Problem.brokenConfiguration(
                    source + ": there is no provider \"" + id + "\".",
                    Closest.question(id, known, "Known are " + String.join(", ", known) + "."));
        }
    }
}
