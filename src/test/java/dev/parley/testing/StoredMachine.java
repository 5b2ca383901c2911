package dev.parley.testing;

import dev.parley.api.UsageBy;
import dev.parley.api.UsageReport;
import dev.parley.history.HistorySnapshot;
import dev.parley.history.usage.Prices;
import dev.parley.history.usage.Usages;
import dev.parley.provider.StoredPlace;
import dev.parley.provider.builtin.BuiltIn;

import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A user's home on which all six CLIs have been used, their older versions too.
public final class StoredMachine {
    private final Path home;

    public StoredMachine(Path home) throws IOException {
        this.home = home;
        StoredHome.copy("claude", "home", home.resolve(".claude"));
        StoredHome.copy("codex", "home", home.resolve(".codex"));
        StoredHome.copy("gemini", "home", home.resolve(".gemini"));
        StoredHome.copy("qwen", "home", home.resolve(".qwen"));
        StoredHome.copy("kimi", "home", home.resolve(".kimi-code"));
        StoredHome.copy("kimi", "home-cli", home.resolve(".kimi"));
        StoredHome.copy("opencode", "home-migrated", home.resolve(".local/share/opencode"));
    }

    public List<StoredPlace> places() {
        return BuiltIn.with(home.resolve("none")).all().stream()
                .flatMap(profile ->
                        StoredPlace.of(profile, Map.of("HOME", home.toString())).stream())
                .toList();
    }

    /// What was used, by provider, with the prices that ship.
    public List<UsageReport.Line> usage(HistorySnapshot view) {
        return new Usages(Prices.read(home.resolve("none.json")), ZoneOffset.UTC)
                .report(view, UsageBy.PROVIDER, Optional.empty());
    }
}
