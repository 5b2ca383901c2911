package dev.parley.testing.real;

import static org.junit.jupiter.api.Assumptions.abort;

import dev.parley.testing.model.ScriptedModel;

import java.nio.file.Path;
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
