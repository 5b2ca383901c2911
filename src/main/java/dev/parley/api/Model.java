package dev.parley.api;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Optional;

/// A name a user may ask for. `provider` is the CLI that runs it, absent for those only a model API
/// answers. `cliName` is what that CLI is told; `null` stands for the same name, the empty string
/// for the CLI's own default model.
public record Model(
        String name,
        @Nullable String provider,
        @Nullable String api,
        @Nullable String cliName,
        List<String> aliases,
        boolean deprecated) {
    public Model {
        aliases = aliases == null ? List.of() : List.copyOf(aliases);
    }

    public Optional<String> findProvider() {
        return Optional.ofNullable(provider);
    }

    /// What to tell the CLI; empty when it is to use its default.
    public Optional<String> toldToCli() {
        return Optional.of(cliName == null ? name : cliName).filter(told -> !told.isEmpty());
    }

    public boolean answersTo(String wanted) {
        return name.equalsIgnoreCase(wanted) || aliases.stream().anyMatch(wanted::equalsIgnoreCase);
    }
}
