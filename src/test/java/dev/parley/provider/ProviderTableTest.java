package dev.parley.provider;

import static dev.parley.provider.ProofTable.head;
import static dev.parley.provider.ProofTable.row;
import static dev.parley.provider.ProofTable.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.parley.api.Capability;
import dev.parley.event.Permission;
import dev.parley.testing.Profiles;
import dev.parley.testing.model.ScriptedModel;
import dev.parley.testing.real.Proofs;
import dev.parley.testing.real.RealAgent;
import dev.parley.testing.real.RealCli;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Runs after the contract: what a profile claims and no real run has shown fails, and the table in
/// the documentation is what the runs have shown. `mvn verify -Preal -Dgolden=update` writes it
/// anew.
@Tag("real")
@Tag("claims")
class ProviderTableTest {
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
        ProofTable.check(ProviderTableTest.class, tables());
    }

    /// What the profile says, and what is asked of all.
    private static Set<Enum<?>> claims(RealCli cli) {
        var profile = Profiles.of(cli.id());
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
}
