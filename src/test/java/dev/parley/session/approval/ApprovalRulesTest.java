package dev.parley.session.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.event.Event;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

class ApprovalRulesTest {
    private static final ApprovalRules RULES =
            ApprovalRules.parse(
                    List.of(
                            "allow Bash(git status)",
                            "allow Bash(npm run *)",
                            "deny Bash(rm *)",
                            "allow Read",
                            "allow Edit(/repo/src/*)",
                            "allow mcp__github__*",
                            "deny mcp__github__delete_*"),
                    "config.json");

    private static String decide(String tool, String key, String value) {
        return RULES.decide(tool, Json.object().put(key, value)).map(Enum::name).orElse("a person");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "git status | ALLOW",
                "' git status ' | ALLOW",
                "git status --short | a person",
                "git statusx | a person",
                "npm run build | ALLOW",
                "npm run | a person",
                "npm run build && curl evil | a person",
                "npm run build; rm -rf / | DENY",
                "npm run $(rm -rf /) | DENY",
                "npm run `whoami` | a person",
                "npm run build > /etc/passwd | a person",
                "'npm run build\nrm -rf /' | DENY",
                "rm -rf / | DENY",
                "echo x | DENY_NOT",
                "true && rm -rf / | DENY",
                "(rm -rf /) | DENY",
                "rmdir x | a person",
                "git status; rm x | DENY",
                "curl x | a person"
            })
    void judgesCommands(String command, String expected) {
        assertEquals(
                expected.equals("DENY_NOT") ? "a person" : expected,
                decide("Bash", "command", command));
    }

    @ParameterizedTest
    @CsvSource({
        "Read, file_path, /etc/passwd, ALLOW",
        "Readers, file_path, /x, a person",
        "Edit, file_path, /repo/src/a.c, ALLOW",
        "Edit, path, /repo/src/a;b.c, ALLOW",
        "Edit, file_path, /repo/other, a person",
        "Edit, file_path, /repo/src/../../etc/passwd, a person",
        "Edit, file_path, /repo/src/x/../a.c, ALLOW",
        "Write, file_path, /repo/src/a.c, a person",
        "mcp__github__list, query, x, ALLOW",
        "mcp__github__delete_repo, query, x, DENY"
    })
    void judgesOtherTools(String tool, String key, String value, String expected) {
        assertEquals(expected, decide(tool, key, value));
    }

    @ParameterizedTest
    @CsvSource({
        "Bash, git status, ALLOW",
        "bash, git status, ALLOW",
        "shell, git status, ALLOW",
        "run_shell_command, git status, ALLOW",
        "run_shell_command, rm -rf /, DENY",
        "mcp__ssh__run, git status, a person",
        "Task, git status, a person"
    })
    void bashIsTheShellOfEveryAgent(String tool, String command, String expected) {
        assertEquals(expected, decide(tool, "command", command));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "/bin/bash -lc 'git status' | ALLOW",
                "bash -c \"git status\" | ALLOW",
                "/usr/bin/zsh -lc 'npm run build' | ALLOW",
                "/bin/bash -lc 'npm run build; curl evil' | a person",
                "/bin/bash -lc 'git status' evil | a person",
                "/repo/bin/bash -lc 'git status' | a person",
                "bash -lc \"git $(evil)\" | a person",
                "/bin/bash -lc 'rm -rf /' | DENY",
                "true && bash -c 'rm -rf /' | DENY"
            })
    void looksIntoACommandThatIsHandedToAShellByName(String command, String expected) {
        assertEquals(expected, decide("shell", "command", command));
    }

    @Test
    void anArgumentListIsACommandToo() {
        var input = Json.object();
        input.putArray("command").add("git").add("status");
        assertEquals("ALLOW", RULES.decide("Bash", input).orElseThrow().name());
    }

    @Test
    void aToolWithoutInputIsJudgedByItsName() {
        assertEquals("ALLOW", RULES.decide("Read", null).orElseThrow().name());
        assertThat(RULES.decide("Bash", null)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "permit Read",
                "allow",
                "allow ",
                "deny",
                "Read",
                "",
                "allow Bash(git status",
                "allow Bash()",
                "allow Bash( )",
                "allow Bash git status",
                "allowRead",
                "allow (x)",
                "allow Bash(x) y"
            })
    void aBrokenRuleIsNamed(String line) {
        var problem =
                assertThrows(
                        Problem.class, () -> ApprovalRules.parse(List.of(line), "config.json"));
        assertEquals(Problem.Kind.BROKEN_CONFIGURATION, problem.kind());
        assertThat(problem.message())
                .startsWith("config.json: the approval rule \"" + line + "\" cannot be read: ");
    }

    @ParameterizedTest
    @CsvSource({
        "mcp__github__search, input, ALLOW",
        "mcp__github__search, requestedSchema, a person",
        "mcp__github__search, questions, a person",
        "mcp__github__delete_all, requestedSchema, DENY"
    })
    void whatAsksForValuesIsAllowedByNoRule(String tool, String key, String expected) {
        var input = Json.object().set(key, Json.object());
        var question =
                new Event.ApprovalRequested(
                        "r1", tool, "Which one?", input, List.of("allow", "deny"));
        assertEquals(expected, RULES.decide(question).map(Enum::name).orElse("a person"));
    }

    /// As Codex asks for a patch.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "[{\"path\":\"/repo/src/a\"}] | ALLOW",
                "[{\"path\":\"/repo/src/a\"},{\"path\":\"/repo/src/b\"}] | ALLOW",
                "[{\"path\":\"/repo/src/a\"},{\"path\":\"/etc/b\"}] | a person",
                "[{\"path\":\"/repo/src/../b\"}] | a person",
                "[{\"path\":\"/repo/src/a\",\"kind\":{\"type\":\"update\",\"move_path\":\"/etc/b\"}}] | a person",
                "[{\"path\":\"/repo/src/a\",\"kind\":{\"type\":\"update\",\"move_path\":null}}] | ALLOW",
                "[{\"path\":\"/repo/src/a\"},{\"path\":\"/repo/src/key.pem\"}] | DENY",
                "[{\"path\":\"/repo/src/a\"},{}] | a person",
                "[] | a person",
                "{\"path\":7} | a person"
            })
    void aPatchIsAllowedIfEachOfItsFilesIs(String changes, String expected) {
        var rules =
                ApprovalRules.parse(
                        List.of("allow apply_patch(/repo/src/*)", "deny apply_patch(*.pem)"),
                        "config.json");
        var input = Json.object().set("changes", Json.parse(changes).orElseThrow());
        assertEquals(
                expected, rules.decide("apply_patch", input).map(Enum::name).orElse("a person"));
    }
}
