package dev.parley.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.base.problem.Problem;
import dev.parley.event.Permission;
import dev.parley.testing.Profiles;
import dev.parley.testing.Turn;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

class InvocationTest {
    private static final Path ACME = Path.of("/home/dev/acme");
    private static final String SESSION = "4ab00fcb-cc59-44ca-89e1-5519eb8d3300";
    private static final List<Path> EXTRA =
            List.of(Path.of("/home/dev/lib"), Path.of("/home/dev/my docs"));

    private static Turn ask() {
        return Turn.of("Say \"hi\"", ACME, Permission.ASK);
    }

    private static Turn everything(Permission permission) {
        return Turn.of("Say \"hi\"", ACME, permission)
                .resuming(SESSION)
                .withModel("m-1")
                .withDirectories(EXTRA)
                .withSystem("Be brief.");
    }

    private static Invocation invocation(String provider, Turn request) {
        return Turn.invoke(Profiles.of(provider), request);
    }

    /// The prompt goes to standard input.
    private static Invocation spoken(String words, String... more) {
        var arguments = new ArrayList<>(List.of(words.split(" ")));
        arguments.addAll(Arrays.asList(more));
        return new Invocation(arguments, "Say \"hi\"", Map.of());
    }

    private static Problem problem(String provider, Turn request) {
        var problem = assertThrows(Problem.class, () -> invocation(provider, request));
        assertEquals(Problem.Kind.INVALID_REQUEST, problem.kind());
        return problem;
    }

    @ParameterizedTest
    @CsvSource({
        "claude, ASK, -p --output-format stream-json --verbose --include-partial-messages --permission-mode default",
        "claude, EDIT, -p --output-format stream-json --verbose --include-partial-messages --permission-mode acceptEdits",
        "claude, PLAN, -p --output-format stream-json --verbose --include-partial-messages --permission-mode plan",
        "claude, BYPASS, -p --output-format stream-json --verbose --include-partial-messages --permission-mode bypassPermissions",
        "codex, ASK, exec --json --skip-git-repo-check --sandbox read-only -",
        "codex, EDIT, exec --json --skip-git-repo-check --sandbox workspace-write -",
        "codex, PLAN, exec --json --skip-git-repo-check --sandbox read-only -",
        "codex, BYPASS, exec --json --skip-git-repo-check --dangerously-bypass-approvals-and-sandbox -",
        "gemini, ASK, -o stream-json --skip-trust --approval-mode default",
        "gemini, EDIT, -o stream-json --skip-trust --approval-mode auto_edit",
        "gemini, PLAN, -o stream-json --skip-trust --approval-mode plan",
        "gemini, BYPASS, -o stream-json --skip-trust --approval-mode yolo",
        "qwen, ASK, -o stream-json --include-partial-messages --approval-mode default",
        "qwen, EDIT, -o stream-json --include-partial-messages --approval-mode auto-edit",
        "qwen, PLAN, -o stream-json --include-partial-messages --approval-mode plan",
        "qwen, BYPASS, -o stream-json --include-partial-messages --approval-mode yolo"
    })
    void startsWithEachPermission(String provider, Permission permission, String arguments) {
        assertEquals(
                spoken(arguments), invocation(provider, Turn.of("Say \"hi\"", ACME, permission)));
    }

    @ParameterizedTest
    @CsvSource({
        "claude, -p --output-format stream-json --verbose --include-partial-messages --resume SESSION --permission-mode default",
        "codex, exec --json --skip-git-repo-check --sandbox read-only resume SESSION -",
        "gemini, -o stream-json --skip-trust --resume SESSION --approval-mode default",
        "qwen, -o stream-json --include-partial-messages --resume SESSION --approval-mode default"
    })
    void resumes(String provider, String arguments) {
        assertEquals(
                spoken(arguments.replace("SESSION", SESSION)),
                invocation(provider, ask().resuming(SESSION)));
    }

    @Test
    void tellsClaudeEverything() {
        assertEquals(
                spoken(
                                "-p --output-format stream-json --verbose --include-partial-messages --resume "
                                        + SESSION
                                        + " --permission-mode acceptEdits --model m-1 --add-dir /home/dev/lib",
                                "--add-dir",
                                "/home/dev/my docs")
                        .arguments(),
                invocation("claude", everything(Permission.EDIT)).arguments());
        // In a resumed session Claude Code stays with its first system prompt.
        assertThat(invocation("claude", everything(Permission.EDIT)).input())
                .startsWith("Be brief.\n\n");
    }

    @Test
    void tellsCodexEverything() {
        assertEquals(
                spoken(
                                "exec --json --skip-git-repo-check --sandbox workspace-write --model=m-1 --add-dir /home/dev/lib",
                                "--add-dir",
                                "/home/dev/my docs",
                                "resume",
                                SESSION,
                                "-")
                        .arguments(),
                invocation("codex", everything(Permission.EDIT)).arguments());
        assertThat(invocation("codex", everything(Permission.EDIT)).input())
                .startsWith("Be brief.\n\n");
    }

    @Test
    void tellsQwenEverything() {
        assertEquals(
                spoken(
                        "-o stream-json --include-partial-messages --resume "
                                + SESSION
                                + " --approval-mode auto-edit --model=m-1 --include-directories=/home/dev/lib",
                        "--include-directories=/home/dev/my docs",
                        "--append-system-prompt=Be brief."),
                invocation("qwen", everything(Permission.EDIT)));
    }

    @Test
    void tellsGeminiItsSystemPromptAboveThePrompt() {
        assertEquals(
                new Invocation(
                        List.of(
                                "-o",
                                "stream-json",
                                "--skip-trust",
                                "--resume",
                                SESSION,
                                "--approval-mode",
                                "auto_edit",
                                "--model=m-1",
                                "--include-directories=/home/dev/lib",
                                "--include-directories=/home/dev/my docs"),
                        "Be brief.\n\nSay \"hi\"",
                        Map.of()),
                invocation("gemini", everything(Permission.EDIT)));
    }

    /// A value of its own behind an option is read as one by Claude Code 2.1.325 and Kimi Code
    /// 2.1.0 even if it begins with a dash; Codex 0.166.0 and OpenCode 1.18.33 need it in one word.
    @ParameterizedTest
    @CsvSource({
        "claude, --model|-y",
        "codex, --model=-y",
        "gemini, --model=-y",
        "qwen, --model=-y",
        "opencode, --model=-y",
        "kimi, -m|-y"
    })
    void aModelThatBeginsWithADashStaysAValue(String provider, String words) {
        var request = Turn.of("hi", ACME, Permission.BYPASS).withModel("-y");
        assertThat(invocation(provider, request).arguments())
                .containsSequence(List.of(words.split("\\|")));
    }

    @Test
    void aSystemPromptThatBeginsWithADashStaysAValue() {
        var request = ask().withSystem("--help");
        assertThat(invocation("claude", request).arguments())
                .containsSequence("--append-system-prompt", "--help");
        assertThat(invocation("codex", request).arguments())
                .containsSequence("-c", "developer_instructions=\"--help\"");
        assertThat(invocation("qwen", request).arguments())
                .contains("--append-system-prompt=--help");
        assertEquals("--help\n\nSay \"hi\"", invocation("gemini", request).input());
    }

    @Test
    void codexGetsItsSystemPromptAsATomlString() {
        assertThat(
                        invocation(
                                        "codex",
                                        ask().withSystem(
                                                        "a \"b\"\n\tc\\d = {model} \u007f\u001b ü$1"))
                                .arguments())
                .contains(
                        "developer_instructions=\"a \\\"b\\\"\\n\\tc\\\\d = {model} \\u007f\\u001B ü$1\"");
    }

    @Test
    void whatLooksLikeAPlaceInsideAValueStaysAsItIs() {
        var request = Turn.of("{cwd} {session} $0 \\", ACME, Permission.BYPASS);
        assertThat(invocation("kimi", request.withModel("{prompt}")).arguments())
                .containsSequence("-m", "{prompt}", "-p", "{cwd} {session} $0 \\");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "-",
                "--help",
                "-S",
                "a b",
                "'; drop table session; --",
                "a'b",
                "a\nb",
                "a\u0000",
                "../../etc/passwd",
                ".",
                "a/b",
                "$(id)",
                "a;b",
                "é"
            })
    void aHostileSessionIdIsRefused(String id) {
        for (var provider : List.of("claude", "codex", "gemini", "qwen", "opencode", "kimi")) {
            var request = Turn.of("hi", ACME, Permission.BYPASS).resuming(id);
            assertEquals("\"" + id + "\" is no session id.", problem(provider, request).message());
        }
    }

    @Test
    void aSessionIdOfAThousandCharactersIsRefused() {
        problem("claude", ask().resuming("a".repeat(1000)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ses_e1f2074ffffe2QELbNMjpekDf4", "a:b:c", "session_1.2", "0", "_x"})
    void aPlainSessionIdIsTaken(String id) {
        assertThat(invocation("claude", ask().resuming(id)).arguments())
                .containsSequence("--resume", id);
    }

    @Test
    void anOptionAProviderDoesNotHaveIsRefused() {
        var problem = problem("opencode", ask().withDirectories(EXTRA));
        assertEquals("OpenCode has no way to take a directory.", problem.message());
        assertEquals("Leave that option out.", problem.remedy());
    }

    @Test
    void aPermissionAProviderDoesNotHaveComesWithThoseItHas() {
        var problem = problem("kimi", ask());
        assertEquals(
                "Kimi Code has no permission mode \"ask\" for a single turn.", problem.message());
        assertEquals("Use bypass.", problem.remedy());
    }

    @Test
    void aPromptThatIsAnArgumentMustFitIntoOne() {
        var longest = "x".repeat(128 * 1024 - 1);
        assertThat(invocation("kimi", Turn.of(longest, ACME, Permission.BYPASS)).arguments())
                .endsWith(longest);
        var problem = problem("kimi", Turn.of(longest + "x", ACME, Permission.BYPASS));
        assertEquals(
                "Kimi Code takes its prompt as an argument, and this one is longer than 128 KiB.",
                problem.message());
        // Bytes count, not characters, and so does what is put above the prompt.
        problem("kimi", Turn.of("ü".repeat(70_000), ACME, Permission.BYPASS));
        problem("kimi", Turn.of(longest, ACME, Permission.BYPASS).withSystem("."));
    }

    @Test
    void aPromptOnStandardInputMayBeOfAnyLength() {
        var prompt = "x".repeat(1_000_000);
        for (var provider : List.of("claude", "codex", "gemini", "qwen", "opencode")) {
            assertEquals(
                    prompt, invocation(provider, Turn.of(prompt, ACME, Permission.BYPASS)).input());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"claude", "codex", "qwen"})
    void aSystemPromptThatFitsIntoNoArgumentIsRefused(String provider) {
        assertThat(problem(provider, ask().withSystem("x".repeat(128 * 1024))).message())
                .endsWith(
                        " takes its options as arguments, and one of these is longer than 128 KiB.");
    }

    @Test
    void aNulCharacterFitsIntoNoArgument() {
        assertEquals(
                "Claude Code cannot be told a text with a NUL character in it.",
                problem("claude", ask().withSystem("a\0b")).message());
        problem("codex", ask().withModel("a\0b"));
        problem("kimi", Turn.of("a\0b", ACME, Permission.BYPASS));
    }
}
