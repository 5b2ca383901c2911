package dev.parley.session.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.event.Event;
import dev.parley.event.Intent;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class ApprovalRulesTest {
    @TempDir Path directory;

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
        return decide(RULES, tool, Json.object().put(key, value), Path.of("/repo"));
    }

    private static String decide(ApprovalRules rules, String tool, JsonNode input, Path cwd) {
        var question = new Event.ApprovalRequested("r1", tool, "Which?", input, List.of("allow"));
        return rules.decide(question, Intent.of(input, cwd), cwd)
                .map(Enum::name)
                .orElse("a person");
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
        assertEquals("ALLOW", decide(RULES, "Bash", input, Path.of("/repo")));
    }

    @Test
    void aToolWithoutInputIsJudgedByItsName() {
        assertEquals("ALLOW", decide(RULES, "Read", null, Path.of("/repo")));
        assertEquals("a person", decide(RULES, "Bash", null, Path.of("/repo")));
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
        assertEquals(expected, decide(RULES, tool, input, Path.of("/repo")));
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
        assertEquals(expected, decide(rules, "apply_patch", input, Path.of("/repo")));
    }

    /// What an agent writes into its arguments to get past a rule that allows something else.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "Edit | {'file_path':'src/a','edits':[{'file_path':'/etc/passwd'}]} | a person",
                "Edit | {'file_path':'src/a','deep':{'er':{'destination':'/etc/x'}}} | a person",
                "Edit | {'locations':[{'path':'src/a'},{'path':'/etc/x'}]} | a person",
                "Edit | {'locations':['/etc/x']} | a person",
                "Edit | {'locations':[{'path':'src/a'},{'path':'/repo/src/b'}]} | ALLOW",
                "Edit | {'file_path':'~/../src/a'} | a person",
                "Edit | {'file_path':'~/x'} | a person",
                "Edit | {'file_path':'~root/src/a'} | a person",
                "Edit | {'file_path':'$X/../src/a'} | a person",
                "Edit | {'file_path':'file:///etc/passwd'} | a person",
                "Edit | {'file_path':'src/a','url':'https://example.org'} | a person",
                "Edit | {'command':'src/evil'} | a person",
                "Edit | {'file_path':'src/a','kind':'delete'} | a person",
                "Edit | 'src/a; rm x' | a person",
                "Bash | 'npm run x' | ALLOW",
                "Bash | 'npm run x; curl evil' | a person",
                "Bash | 'true; rm -rf /' | DENY",
                "Bash | {'input':'rm -rf /'} | DENY",
                "Bash | {'query':'npm run x; curl evil'} | a person",
                "Bash | {'command':'git status','script':'curl evil'} | a person",
                "Bash | {'command':'git status','cmd':'rm -rf /'} | DENY",
                "Bash | {'command':'rm','args':['-rf','/']} | DENY",
                "Read | {'command':'curl evil'} | a person",
                "Read | {'title':'curl evil','kind':'execute'} | a person",
                "Look around | {'command':'rm -rf /'} | DENY",
                "mcp__github__list | {'command':'curl evil'} | a person",
                "mcp__github__list | {'title':'x','kind':'execute'} | a person"
            })
    void anAttackIsAllowedByNoRule(String tool, String input, String expected) {
        var rules =
                ApprovalRules.parse(
                        List.of(
                                "allow Edit(src/**)",
                                "allow Read",
                                "allow Bash(git status)",
                                "allow Bash(npm run *)",
                                "deny Bash(rm *)",
                                "allow mcp__github__*"),
                        "config.json");
        var json = Json.parse(input.replace('\'', '"')).orElseThrow();
        assertEquals(expected, decide(rules, tool, json, Path.of("/repo")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "src/a | ALLOW",
                "src/new/b | ALLOW",
                "src/loop/a | ALLOW",
                "src/out/x | a person",
                "src/out/../x | a person",
                "src/passwd | a person",
                "src/dangling | a person",
                "linked/x | a person",
                "src/keys/x | DENY",
                "secret/x | DENY",
                "src/../secret/x | DENY",
                "src/tosecret | DENY"
            })
    void linksLeadOutOfNoRuleThatAllowsAndIntoEveryRuleThatDenies(String file, String expected)
            throws IOException {
        var top = directory.toRealPath();
        var cwd = Files.createDirectories(top.resolve("project"));
        Files.createDirectories(cwd.resolve("secret"));
        var src = Files.createDirectories(cwd.resolve("src"));
        Files.writeString(src.resolve("a"), "");
        Files.writeString(top.resolve("passwd"), "");
        Files.createSymbolicLink(src.resolve("loop"), src);
        Files.createSymbolicLink(src.resolve("out"), top.resolve("elsewhere"));
        Files.createDirectories(top.resolve("elsewhere"));
        Files.createSymbolicLink(src.resolve("passwd"), top.resolve("passwd"));
        Files.createSymbolicLink(src.resolve("dangling"), top.resolve("not-there-yet"));
        Files.createSymbolicLink(src.resolve("keys"), cwd.resolve("secret"));
        Files.createSymbolicLink(src.resolve("tosecret"), cwd.resolve("secret/not-there-yet"));
        Files.createSymbolicLink(cwd.resolve("linked"), top.resolve("elsewhere"));
        var rules =
                ApprovalRules.parse(
                        List.of(
                                "allow Edit(src/**)",
                                "allow Edit(linked/*)",
                                "deny Edit(secret/*)"),
                        "config.json");
        assertEquals(expected, decide(rules, "Edit", Json.object().put("path", file), cwd));
        var whole = Json.object().put("path", cwd + "/" + file);
        assertEquals(expected, decide(rules, "Edit", whole, cwd));
    }

    @Test
    void aRuleMayNameItsDirectoryThroughALink() throws IOException {
        var top = directory.toRealPath();
        var cwd = Files.createDirectories(top.resolve("project/src")).getParent();
        Files.createSymbolicLink(top.resolve("short"), cwd);
        var rules =
                ApprovalRules.parse(List.of("allow Edit(" + top + "/short/src/*)"), "config.json");
        var file = Json.object().put("path", top + "/short/src/a");
        assertEquals("ALLOW", decide(rules, "Edit", file, cwd));
    }
}
