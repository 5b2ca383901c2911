package dev.parley.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.parley.api.LiveCapability;
import dev.parley.testing.Profiles;
import dev.parley.testing.real.Proofs;
import dev.parley.testing.real.RealCli;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.Arrays;

/// Runs after the contract: what a profile claims for live conversations and no real run has shown
/// fails, and the table in the documentation is what the runs have shown.
@Tag("real")
@Tag("claims")
class LiveClaimsTest {
    @ParameterizedTest
    @MethodSource("dev.parley.testing.real.RealCli#live")
    void everyClaimWasShownByARealRun(RealCli cli) {
        cli.executable();
        assumeTrue(
                Arrays.stream(LiveCapability.values())
                        .anyMatch(each -> Proofs.of(cli, each).isPresent()),
                "nothing was shown: run the contract, -Dtest='Live*Test'");
        assertThat(Profiles.of(cli.id()).findLive().orElseThrow().capabilities())
                .allSatisfy(claim ->
                        assertThat(Proofs.of(cli, claim)).as("%s %s", cli, claim).isPresent());
    }

    @Test
    void theTableIsWhatTheRunsHaveShown() throws Exception {
        for (var cli : RealCli.values()) {
            everyClaimWasShownByARealRun(cli);
        }
        ProofTable.check(
                LiveClaimsTest.class,
                "\n" + ProofTable.head() + ProofTable.rows(LiveCapability.values()) + "\n");
    }
}
