package dev.parley.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.api.Capability;
import dev.parley.base.problem.Problem;
import dev.parley.event.Permission;
import dev.parley.testing.Profiles;
import dev.parley.testing.Turn;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

class KimiInvocationTest {
    private static final ProviderProfile KIMI = Profiles.of("kimi");
    private static final ProviderProfile KIMI_CLI = KIMI.forVersionOutput("kimi, version 1.49.0\n");
    private static final Path ACME = Path.of("/home/dev/acme");
    private static final Turn HI = Turn.of("hi", ACME, Permission.BYPASS);

    @Test
    void startsASession() {
        assertEquals(
                new Invocation(
                        List.of(
                                "--output-format",
                                "stream-json",
                                "-m",
                                "k2",
                                "--add-dir",
                                "/home/dev/lib",
                                "-p",
                                "hi"),
                        "",
                        Map.of()),
                Turn.invoke(
                        KIMI,
                        HI.withModel("k2").withDirectories(List.of(Path.of("/home/dev/lib")))));
    }

    @Test
    void resumesASession() {
        assertEquals(
                new Invocation(
                        List.of("--output-format", "stream-json", "-S", "session_1", "-p", "hi"),
                        "",
                        Map.of()),
                Turn.invoke(KIMI, HI.resuming("session_1")));
    }

    @Test
    void aPromptWithPlacesInItStaysAsItIs() {
        var request =
                Turn.of("{session} {cwd:json} $1", ACME, Permission.BYPASS).resuming("session_1");
        assertEquals("{session} {cwd:json} $1", Turn.invoke(KIMI, request).arguments().getLast());
    }

    @ParameterizedTest
    @EnumSource(names = "BYPASS", mode = EnumSource.Mode.EXCLUDE)
    void runsOnlyWithEverythingAllowed(Permission permission) {
        var request = Turn.of("hi", ACME, permission);
        assertThrows(Problem.class, () -> Turn.invoke(KIMI, request));
        assertThrows(Problem.class, () -> Turn.invoke(KIMI_CLI, request));
    }

    @Test
    void startsASessionOfTheOlderProduct() {
        assertEquals(
                new Invocation(
                        List.of(
                                "--print",
                                "--output-format",
                                "stream-json",
                                "--work-dir",
                                "/home/dev/acme",
                                "--model",
                                "k2",
                                "--add-dir",
                                "/home/dev/lib"),
                        "hi",
                        Map.of()),
                Turn.invoke(
                        KIMI_CLI,
                        HI.withModel("k2").withDirectories(List.of(Path.of("/home/dev/lib")))));
    }

    @Test
    void resumesASessionOfTheOlderProduct() {
        assertEquals(
                new Invocation(
                        List.of(
                                "--print",
                                "--output-format",
                                "stream-json",
                                "--work-dir",
                                "/home/dev/acme",
                                "--session",
                                "0b6c1f5e-3a52-4b0e-9c43-0a5d0f1a8c11"),
                        "hi",
                        Map.of()),
                Turn.invoke(KIMI_CLI, HI.resuming("0b6c1f5e-3a52-4b0e-9c43-0a5d0f1a8c11")));
    }

    @Test
    void knowsTheProductByItsVersionOutput() {
        assertSame(KIMI, KIMI.forVersionOutput("2.1.0\n"));
        assertSame(KIMI, KIMI.forVersionOutput(""));
        assertEquals(
                new ProviderProfile(
                        "kimi",
                        "Kimi CLI",
                        KIMI.icon(),
                        KIMI.color(),
                        KIMI.command(),
                        new ProviderProfile.Home(
                                "KIMI_SHARE_DIR",
                                null,
                                "~/.kimi",
                                Map.of("HOME", "{home}", "KIMI_SHARE_DIR", "{home}/.kimi")),
                        new ProviderProfile.Version(null, null, "0.80"),
                        "uv tool install kimi-cli",
                        KIMI.editions().getFirst().oneShot(),
                        KIMI.editions().getFirst().live(),
                        KIMI.editions().getFirst().terminal(),
                        KIMI.environment(),
                        KIMI.editions().getFirst().history(),
                        Set.of(
                                Capability.RESUME,
                                Capability.MODEL_CHOICE,
                                Capability.EXTRA_DIRECTORIES,
                                Capability.THINKING,
                                Capability.TOOLS),
                        KIMI.limitWords(),
                        KIMI.signIn(),
                        List.of()),
                KIMI_CLI);
    }

    @Test
    void anEditionKeepsWhatItDoesNotName() {
        var edition =
                new ProviderProfile.Edition(
                        "old", null, null, null, null, null, null, null, null, null);
        var profile =
                new ProviderProfile(
                        "x",
                        "X",
                        null,
                        null,
                        KIMI.command(),
                        KIMI.home(),
                        KIMI.version(),
                        KIMI.install(),
                        KIMI.oneShot(),
                        KIMI.live(),
                        KIMI.terminal(),
                        null,
                        KIMI.history(),
                        KIMI.capabilities(),
                        null,
                        null,
                        List.of(edition));
        var old = profile.forVersionOutput("old 1.0");
        assertEquals(List.of(), old.editions());
        assertEquals(
                Arrays.asList(
                        "X", KIMI.home(), KIMI.oneShot(), KIMI.history(), KIMI.capabilities()),
                Arrays.asList(
                        old.name(), old.home(), old.oneShot(), old.history(), old.capabilities()));
    }
}
