package dev.parley.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.base.json.StrictJson;
import dev.parley.base.problem.Problem;
import dev.parley.event.Permission;
import dev.parley.provider.acp.Acp;
import dev.parley.provider.claude.Claude;
import dev.parley.wire.Opening;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

class LiveInvocationTest {
    private static final Path ACME = Path.of("/home/dev/acme");
    private static final Path EXTRA = Path.of("/home/dev/my docs");
    private static final String SESSION = "4ab00fcb-cc59-44ca-89e1-5519eb8d3300";

    private static final Formats FORMATS =
            new Formats(
                    Stream.concat(Claude.PROVIDER.formats().stream(), Stream.of(Acp.FORMAT))
                            .toList());

    /// One that takes everything as arguments.
    private static final ProviderProfile ARGUMENTS =
            profile(
                    """
                    "live": { "wire": "CLAUDE_STREAM_JSON", "arguments": ["talk", "{options}", "--in={cwd}"],
                      "options": { "resume": ["--resume", "{session}"], "model": ["--model", "{model}"],
                                   "directory": ["--add-dir={directory}"], "system": ["-c", "instructions={system:json}"] },
                      "permissions": { "ask": { "settings": { "mode": "default" } },
                                       "bypass": { "arguments": ["--yes"], "environment": { "TRUST": "all" } } },
                      "capabilities": ["RESUME"] }
                    """);

    /// One that is told everything in its protocol.
    private static final ProviderProfile PROTOCOL =
            profile(
                    """
                    "live": { "wire": "ACP", "arguments": ["acp"],
                      "permissions": { "ask": { "settings": { "mode": "default" } } },
                      "capabilities": ["RESUME", "SYSTEM_PROMPT", "EXTRA_DIRECTORIES"] }
                    """);

    /// One that can do next to nothing.
    private static final ProviderProfile POOR =
            profile(
                    """
                    "live": { "wire": "ACP", "permissions": { "ask": {}, "plan": {} } }
                    """);

    private static ProviderProfile profile(String live) {
        return StrictJson.read(
                """
                { "id": "x", "name": "Xeno", "command": { "name": "x" }, "home": { "path": "~/.x" }, "install": "i", %s }
                """
                        .formatted(live),
                "x.json",
                ProviderProfile.class,
                FORMATS);
    }

    private static LiveRequest everything(Permission permission) {
        return new LiveRequest(
                ACME,
                permission,
                Optional.of(SESSION),
                Optional.of("m-1"),
                Optional.of("Be \"brief\"."),
                List.of(EXTRA),
                Optional.empty());
    }

    private static Problem problem(ProviderProfile profile, LiveRequest request) {
        return assertThrows(Problem.class, () -> LiveInvocation.of(profile, request));
    }

    @Test
    void theLeastIsACallWithoutOptions() {
        assertEquals(
                new LiveInvocation(
                        List.of("talk", "--in=/home/dev/acme"),
                        Map.of(),
                        new Opening(
                                ACME,
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                List.of(),
                                Map.of("mode", "default"))),
                LiveInvocation.of(ARGUMENTS, LiveRequest.in(ACME, Permission.ASK)));
    }

    @Test
    void whatHasAnArgumentIsNotSaidAgainButForTheSession() {
        assertEquals(
                new LiveInvocation(
                        List.of(
                                "talk",
                                "--yes",
                                "--resume",
                                SESSION,
                                "--model",
                                "m-1",
                                "-c",
                                "instructions=\"Be \\\"brief\\\".\"",
                                "--add-dir=/home/dev/my docs",
                                "--in=/home/dev/acme"),
                        Map.of("TRUST", "all"),
                        new Opening(
                                ACME,
                                Optional.of(SESSION),
                                Optional.empty(),
                                Optional.empty(),
                                List.of(),
                                Map.of())),
                LiveInvocation.of(ARGUMENTS, everything(Permission.BYPASS)));
    }

    @Test
    void whatHasNoArgumentIsSaidInTheProtocol() {
        assertEquals(
                new LiveInvocation(
                        List.of("acp"),
                        Map.of(),
                        new Opening(
                                ACME,
                                Optional.of(SESSION),
                                Optional.of("m-1"),
                                Optional.of("Be \"brief\"."),
                                List.of(EXTRA),
                                Map.of("mode", "default"))),
                LiveInvocation.of(PROTOCOL, everything(Permission.ASK)));
    }

    @Test
    void whatAProviderCannotTakeIsRefused() {
        var least = LiveRequest.in(ACME, Permission.ASK);
        assertEquals(
                "Xeno cannot resume a live session.",
                problem(POOR, everything(Permission.ASK)).message());
        var withSystem =
                new LiveRequest(
                        ACME,
                        Permission.ASK,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of("Be brief."),
                        List.of(),
                        Optional.empty());
        assertEquals(
                "Xeno takes no system prompt in a live session.",
                problem(POOR, withSystem).message());
        var withDirectory =
                new LiveRequest(
                        ACME,
                        Permission.ASK,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(EXTRA),
                        Optional.empty());
        assertEquals(
                "Xeno takes no further directory in a live session.",
                problem(POOR, withDirectory).message());
        assertEquals(
                "Xeno cannot hold a live session.",
                problem(profile("\"capabilities\": []"), least).message());
    }

    @Test
    void anUnknownModeNamesTheKnownOnes() {
        var problem = problem(POOR, LiveRequest.in(ACME, Permission.BYPASS));
        assertEquals(
                "Xeno has no permission mode \"bypass\" in a live session.", problem.message());
        assertEquals("Use ask or plan.", problem.remedy());
    }

    @Test
    void anIdThatCouldBeAnOptionIsRefused() {
        var request =
                new LiveRequest(
                        ACME,
                        Permission.ASK,
                        Optional.of("--yes"),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        Optional.empty());
        assertEquals("\"--yes\" is no session id.", problem(ARGUMENTS, request).message());
    }
}
