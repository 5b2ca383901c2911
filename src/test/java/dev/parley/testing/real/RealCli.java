package dev.parley.testing.real;

import static org.junit.jupiter.api.Assumptions.abort;

import dev.parley.provider.builtin.BuiltIn;
import dev.parley.testing.model.ScriptedModel;

import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// A real coding-agent CLI at its pinned version, as `scripts/real-clis` installs it.
public enum RealCli {
    CLAUDE,
    CODEX,
    GEMINI,
    OPENCODE,
    KIMI,
    QWEN;

    /// The provider's id, as in `scripts/real-clis claude`.
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Those with live conversations, or with `-Dcli=gemini,qwen` no more than these of them.
    public static List<RealCli> live() {
        var providers = BuiltIn.with(Path.of("no-profiles"));
        var chosen = System.getProperty("cli", "");
        return Arrays.stream(values())
                .filter(cli ->
                        chosen.isEmpty() || List.of(chosen.split(",", -1)).contains(cli.id()))
                .filter(cli -> providers.named(cli.id()).findLive().isPresent())
                .toList();
    }

    /// Another model than its own, as `--model` takes it. OpenCode and Kimi know only what their
    /// settings name.
    public String otherModel() {
        return switch (this) {
            case CLAUDE -> "claude-haiku-5-5";
            case CODEX -> "gpt-5.6-luna";
            case GEMINI -> "gemini-2.5-flash";
            case OPENCODE -> "fake/fake-2";
            case KIMI -> "other";
            case QWEN -> "qwen3-coder-flash";
        };
    }

    /// What the model's API calls it.
    public String nameOfOtherModel() {
        return switch (this) {
            case CLAUDE, CODEX, GEMINI, QWEN -> otherModel();
            case OPENCODE, KIMI -> "fake-2";
        };
    }

    /// What its model knows a tool of Parley's as.
    public String nameOfTool(String tool) {
        return switch (this) {
            case CLAUDE, KIMI, QWEN -> "mcp__parley__" + tool;
            case CODEX -> "parley__" + tool;
            case GEMINI -> "mcp_parley_" + tool;
            case OPENCODE -> "parley_" + tool;
        };
    }

    /// An id of the right shape that nobody has.
    public String unknownSession() {
        var id = "11111111-2222-4333-8444-555555555555";
        return switch (this) {
            case CLAUDE, CODEX, GEMINI, QWEN -> id;
            case OPENCODE -> "ses_unknown0000000000000000000";
            case KIMI -> "session_" + id;
        };
    }

    /// Where it is installed. A test that needs a missing CLI is aborted, and says so where nobody
    /// overlooks it.
    public Path executable() {
        var path = Installation.paths().get(id());
        if (path == null) {
            System.err.println(
                    "*** "
                            + id()
                            + " is NOT INSTALLED, its tests are skipped. "
                            + Installation.reason());
            return abort(id() + " is not installed: run scripts/real-clis " + id());
        }
        return path;
    }

    /// A clean home below `directory` whose only model is the scripted one.
    public RealHome home(Path directory, ScriptedModel model) {
        return RealHome.prepare(this, directory, model.url());
    }

    /// A clean home below `directory` whose only model is one of Parley's own.
    public RealHome homeOfClient(Path directory, URI parley, String model, String key) {
        return RealHome.prepare(Settings.of(this, parley.toString()).asking(model, key), directory);
    }

    /// One more prompt in a session it has, the answer on stdout: what a person would type.
    public List<String> resume(String session, String prompt) {
        var arguments =
                switch (this) {
                    case CLAUDE -> List.of("-p", "--resume", session, prompt);
                    case CODEX ->
                            List.of("exec", "--skip-git-repo-check", "resume", session, prompt);
                    case GEMINI -> List.of("--skip-trust", "--resume", session, "-p", prompt);
                    case OPENCODE -> List.of("run", "--session", session, prompt);
                    case KIMI -> List.of("-S", session, "-p", prompt);
                    case QWEN -> List.of("--resume", session, prompt);
                };
        return Stream.concat(Stream.of(executable().toString()), arguments.stream()).toList();
    }

    /// One prompt, every tool allowed, the answer on stdout.
    public List<String> oneShot(String prompt) {
        var arguments =
                switch (this) {
                    case CLAUDE -> List.of("-p", prompt, "--dangerously-skip-permissions");
                    case CODEX ->
                            List.of(
                                    "exec",
                                    "--skip-git-repo-check",
                                    "--dangerously-bypass-approvals-and-sandbox",
                                    prompt);
                    case GEMINI -> List.of("--approval-mode", "yolo", "-p", prompt);
                    case OPENCODE -> List.of("run", "--auto", prompt);
                    case KIMI -> List.of("-p", prompt);
                    case QWEN -> List.of("--approval-mode", "yolo", prompt);
                };
        return Stream.concat(Stream.of(executable().toString()), arguments.stream()).toList();
    }
}
