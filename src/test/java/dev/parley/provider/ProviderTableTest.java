package dev.parley.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.parley.testing.model.ScriptedModel;
import dev.parley.testing.real.Proofs;
import dev.parley.testing.real.RealAgent;
import dev.parley.testing.real.RealCli;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Runs after the contract: what a profile claims and no real run has shown fails, and the table in
/// the documentation is what the runs have shown. `mvn verify -Preal -Dgolden=update` writes it
/// anew.
@Tag("real")
@Order(Integer.MAX_VALUE)
class ProviderTableTest {
    private static final Path PAGE = Path.of("docs/providers/README.md");
    private static final String START =
            "<!-- Written by ProviderTableTest: mvn verify -Preal -Dgolden=update -->\n";
    private static final String END = "<!-- End of what is written by ProviderTableTest -->\n";

    @TempDir Path temp;

    @BeforeEach
    void needsTheContract() {
        assumeFalse(
                Proofs.isEmpty(), "nothing was shown: run the contract, -Dtest='Provider*Test'");
    }

    @ParameterizedTest
    @EnumSource
    void everyClaimWasShownByARealRun(RealCli cli) {
        cli.executable();
        assertThat(claims(cli))
                .allSatisfy(claim ->
                        assertThat(Proofs.of(cli, claim)).as("%s %s", cli, claim).isPresent());
    }

    @Test
    void theTableIsWhatTheRunsHaveShown() throws Exception {
        for (var cli : RealCli.values()) {
            everyClaimWasShownByARealRun(cli);
        }
        var page = Files.readString(PAGE);
        var written =
                page.substring(0, page.indexOf(START) + START.length())
                        + tables()
                        + page.substring(page.indexOf(END));
        if ("update".equals(System.getProperty("golden"))) {
            Files.writeString(PAGE, written);
        } else {
            assertEquals(written, page);
        }
    }

    /// What the profile says, and what is asked of all.
    private static Set<Enum<?>> claims(RealCli cli) {
        var profile = Providers.shipped(cli.id());
        var claims = new LinkedHashSet<Enum<?>>(profile.capabilities());
        claims.addAll(Invocation.oneShot(profile).permissions().keySet());
        claims.addAll(List.of(Proofs.Behaviour.values()));
        return claims;
    }

    private String tables() throws Exception {
        return "\n### Capabilities\n\n"
                + head()
                + versions()
                + rows(Capability.values())
                + "\n### Permission modes\n\n"
                + head()
                + rows(Permission.values())
                + "\n### What each of them does\n\n"
                + head()
                + rows(Proofs.Behaviour.values())
                + "\n";
    }

    private static String head() {
        return row("", cli -> Providers.shipped(cli.id()).name(), "shown by")
                + "|"
                + "---|".repeat(RealCli.values().length + 2)
                + "\n";
    }

    private String versions() throws Exception {
        var versions = new ArrayList<String>();
        try (var model = ScriptedModel.saying()) {
            for (var cli : RealCli.values()) {
                var directory = temp.toRealPath().resolve(cli.id());
                versions.add(version(RealAgent.in(directory, cli, model)));
            }
        }
        return row("version seen", cli -> versions.get(cli.ordinal()), "`--version`");
    }

    /// On a busy machine a CLI may be too slow to tell in time.
    private static String version(RealAgent agent) {
        return await("the version of " + agent.profile().name())
                .atMost(Duration.ofMinutes(1))
                .until(() -> agent.installation().version(), Optional::isPresent)
                .orElseThrow();
    }

    private static String rows(Enum<?>[] items) {
        return Arrays.stream(items)
                .map(item ->
                        row(
                                item.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                                cli -> Proofs.of(cli, item).orElse("–"),
                                Proofs.tests(item)))
                .collect(Collectors.joining());
    }

    private static String row(String item, Function<RealCli, String> cell, String shownBy) {
        var cells = Arrays.stream(RealCli.values()).map(cell).collect(Collectors.joining(" | "));
        return "| " + item + " | " + cells + " | " + shownBy + " |\n";
    }
}
