package dev.parley.work.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.base.problem.Problem;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;

class InstallMcpTest {
    @TempDir Path home;

    private InstallMcp install;

    @BeforeEach
    void open() {
        install =
                new InstallMcp(
                        Map.of("HOME", home.toString()), List.of("/opt/parley/parley", "mcp"));
    }

    private Path file(McpClient client) {
        return client.file(Map.of("HOME", home.toString()));
    }

    private void write(McpClient client, String text) throws IOException {
        Files.createDirectories(file(client).resolveSibling(""));
        Files.writeString(file(client), text);
    }

    private String read(McpClient client) throws IOException {
        return Files.readString(file(client));
    }

    @ParameterizedTest
    @CsvSource({
        "CLAUDE, .claude.json",
        "CODEX, .codex/config.toml",
        "GEMINI, .gemini/settings.json",
        "OPENCODE, .config/opencode/opencode.json",
        "QWEN, .qwen/settings.json",
        "KIMI, .kimi-code/mcp.json",
        "CLAUDE_DESKTOP, .config/Claude/claude_desktop_config.json",
        "VSCODE, .config/Code/User/mcp.json",
        "ZED, .config/zed/settings.json"
    })
    void everyClientHasItsFile(McpClient client, String path) {
        assertThat(file(client)).isEqualTo(home.resolve(path));
    }

    @ParameterizedTest
    @EnumSource(McpClient.class)
    void entersItselfOnceAndTakesItselfOut(McpClient client) throws IOException {
        var first = install.install(client);
        assertThat(install.apply(first)).isEmpty();
        assertThat(read(client)).isEqualTo(first.shown()).contains("/opt/parley/parley", "mcp");

        assertThat(install.install(client).isNothing()).isTrue();

        install.apply(install.uninstall(client));
        assertThat(read(client)).doesNotContain("parley");
        assertThat(install.uninstall(client).isNothing()).isTrue();
        assertThat(install.install(client).isNothing()).isFalse();
    }

    @Test
    void writesWhatEachFormAsksFor() {
        assertThat(install.install(McpClient.CODEX).shown())
                .isEqualTo(
                        """
                        [mcp_servers.parley]
                        command = "/opt/parley/parley"
                        args = ["mcp"]
                        startup_timeout_sec = 30
                        tool_timeout_sec = 300
                        env_vars = ["PARLEY_PASS"]
                        """);
        assertThat(install.install(McpClient.OPENCODE).shown())
                .contains("\"type\" : \"local\"", "\"command\" : [", "\"timeout\" : 60000");
        assertThat(install.install(McpClient.GEMINI).shown()).contains("\"timeout\" : 600000");
        assertThat(install.install(McpClient.KIMI).shown()).contains("\"toolTimeoutMs\" : 60000");
        assertThat(install.install(McpClient.VSCODE).shown()).contains("\"servers\"", "stdio");
        assertThat(install.install(McpClient.ZED).shown()).contains("\"context_servers\"");
    }

    @Test
    void theDirectoryOfAnotherParleyIsPassedOn() {
        var other =
                new InstallMcp(
                        Map.of("HOME", home.toString(), "PARLEY_HOME", "/elsewhere"),
                        List.of("/p", "mcp"));

        assertThat(other.install(McpClient.CODEX).shown())
                .contains("[mcp_servers.parley.env]\nPARLEY_HOME = \"/elsewhere\"");
        assertThat(other.install(McpClient.CLAUDE).shown()).contains("/elsewhere");
    }

    @Test
    void commentsAndUnknownKeysOfJsonSurvive() throws IOException {
        var before =
                """
                // my settings
                {
                    "theme": "dark", /* keep */
                    "context_servers": {
                        // the first
                        "other": { "command": "x", },
                    },
                    "last": [1, 2,], // end
                }
                """;
        write(McpClient.ZED, before);

        var backup = install.apply(install.install(McpClient.ZED)).orElseThrow();

        var after = read(McpClient.ZED);
        assertThat(Files.readString(backup)).isEqualTo(before);
        assertThat(after)
                .contains("// my settings", "/* keep */", "// the first", "// end", "[1, 2,]")
                .contains("        \"parley\": {");
        assertThat(install.install(McpClient.ZED).isNothing()).isTrue();
        install.apply(install.uninstall(McpClient.ZED));
        assertThat(read(McpClient.ZED)).isEqualTo(before);
    }

    @Test
    void anEntryInTheMiddleIsReplacedAndRemovedWhereItIs() throws IOException {
        write(
                McpClient.CLAUDE,
                "{\"mcpServers\":{\"a\":{},\"parley\":{\"command\":\"old\"},\"z\":{}},\"n\":1}");
        install.apply(install.install(McpClient.CLAUDE));
        assertThat(read(McpClient.CLAUDE)).contains("/opt/parley/parley").doesNotContain("old");

        install.apply(install.uninstall(McpClient.CLAUDE));

        assertThat(read(McpClient.CLAUDE))
                .isEqualTo("{\"mcpServers\":{\"a\":{},\"z\":{}},\"n\":1}");
    }

    @Test
    void anEntryAtTheBeginningIsRemovedWhereItIs() throws IOException {
        write(McpClient.CLAUDE, "{\"mcpServers\":{\"parley\":{\"command\":\"old\"},\"z\":{}}}");

        install.apply(install.uninstall(McpClient.CLAUDE));

        assertThat(read(McpClient.CLAUDE)).isEqualTo("{\"mcpServers\":{\"z\":{}}}");
    }

    @Test
    void theRestOfATomlFileSurvives() throws IOException {
        var before =
                """
                # my model
                model = "gpt-5.5"
                note = \"""
                [mcp_servers.parley]
                is only text here
                \"""
                list = [
                  "[mcp_servers.parley]", # and here
                ]

                [mcp_servers.other] # mine
                command = "x"

                [profiles.fast]
                model = 'small'
                """;
        write(McpClient.CODEX, before);

        install.apply(install.install(McpClient.CODEX));
        assertThat(read(McpClient.CODEX)).startsWith(before.strip()).contains("tool_timeout_sec");
        assertThat(install.install(McpClient.CODEX).isNothing()).isTrue();
        install.apply(install.uninstall(McpClient.CODEX));

        assertThat(read(McpClient.CODEX).strip()).isEqualTo(before.strip());
    }

    @Test
    void anOldTomlTableIsReplacedWithItsParts() throws IOException {
        write(
                McpClient.CODEX,
                """
                [mcp_servers."parley"]
                command = "old"
                [mcp_servers.parley.env]
                A = "1"
                PARLEY_HOME = "/gone"
                # about b
                [b]
                c = 1
                """);

        install.apply(install.install(McpClient.CODEX));

        assertThat(read(McpClient.CODEX))
                .doesNotContain("old", "/gone")
                .contains("# about b\n[b]\nc = 1", "[mcp_servers.parley]\ncommand = \"/opt")
                .contains("[mcp_servers.parley.env]\nA = \"1\"\n");
    }

    /// As docs/mcp.md tells people to.
    @Test
    void whatItsOwnerAddsToTheEntryOfCodexStays() throws IOException {
        write(
                McpClient.CODEX,
                """
                prompt = \"""
                one



                two
                \"""

                [mcp_servers.parley]
                default_tools_approval_mode = "approve" # I trust it
                command = "/old/parley"
                enabled_tools = [
                  "work_with",
                ]

                [mcp_servers.parley.tools.work_with]
                approval_mode = "approve"


                [profiles.fast]
                model = 'small'
                """);

        install.apply(install.install(McpClient.CODEX));
        var after = read(McpClient.CODEX);
        assertThat(after)
                .contains("command = \"/opt/parley/parley\"", "one\n\n\n\ntwo")
                .contains("default_tools_approval_mode = \"approve\" # I trust it\n")
                .contains("enabled_tools = [\n  \"work_with\",\n]\n")
                .contains("[mcp_servers.parley.tools.work_with]\napproval_mode = \"approve\"\n")
                .doesNotContain("/old/parley");
        assertThat(install.install(McpClient.CODEX).isNothing()).isTrue();
        write(
                McpClient.CODEX,
                after.replace("[mcp_servers.parley]\n", "[mcp_servers.parley]\na = 1\n"));
        assertThat(install.install(McpClient.CODEX).isNothing()).isTrue();

        install.apply(install.uninstall(McpClient.CODEX));

        assertThat(read(McpClient.CODEX))
                .doesNotContain("parley", "approve")
                .contains("one\n\n\n\ntwo", "[profiles.fast]\nmodel = 'small'");
    }

    @Test
    void whatItsOwnerAddsToAnEntryInJsonStays() throws IOException {
        write(
                McpClient.GEMINI,
                "{\"mcpServers\":{\"parley\":{\"trust\":true,\"command\":\"/old/parley\",\"timeout\":1,\"env\":{\"A\":\"1\",\"PARLEY_HOME\":\"/gone\"}}}}");

        install.apply(install.install(McpClient.GEMINI));

        assertThat(read(McpClient.GEMINI))
                .contains("\"trust\" : true", "/opt/parley/parley", "600000", "\"A\" : \"1\"")
                .doesNotContain("/old/parley", "/gone");
        assertThat(install.install(McpClient.GEMINI).isNothing()).isTrue();
    }

    @Test
    void anEntryThatReachesParleyInAnotherWayIsReplaced() throws IOException {
        write(
                McpClient.CLAUDE,
                "{\"mcpServers\":{\"parley\":{\"type\":\"http\",\"url\":\"http://127.0.0.1:1/mcp\"}}}");

        install.apply(install.install(McpClient.CLAUDE));

        assertThat(read(McpClient.CLAUDE)).contains("stdio").doesNotContain("127.0.0.1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "[]",
                "nonsense",
                "{\"a\": }",
                "{\"a\": 1} trailing",
                "{\"mcpServers\": []}",
                "{\"a\": \"\\x\"}",
                "{ /* open",
                "{\"a\" 1}"
            })
    void brokenJsonIsLeftAlone(String broken) throws IOException {
        write(McpClient.CLAUDE, broken);

        assertThatThrownBy(() -> install.install(McpClient.CLAUDE))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("not understood");
        assertThat(read(McpClient.CLAUDE)).isEqualTo(broken);
        assertThat(file(McpClient.CLAUDE).resolveSibling(".claude.json.before-parley"))
                .doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a = \"open",
                "a = \"\"\"\nopen",
                "a = [1,\n",
                "mcp_servers = { parley = { command = \"x\" } }",
                "mcp_servers.parley.command = \"x\"",
                "[mcp_servers]\nparley = { command = \"x\" }"
            })
    void tomlThatIsBrokenOrSaysItOtherwiseIsLeftAlone(String text) throws IOException {
        write(McpClient.CODEX, text);

        assertThatThrownBy(() -> install.install(McpClient.CODEX)).isInstanceOf(Problem.class);
        assertThat(read(McpClient.CODEX)).isEqualTo(text);
    }

    @Test
    void aLinkStaysALinkAndKeepsItsPermissions() throws IOException {
        var real = Files.createDirectories(home.resolve("dotfiles")).resolve("claude.json");
        Files.writeString(real, "{}");
        Files.setPosixFilePermissions(real, PosixFilePermissions.fromString("rw-r-----"));
        Files.createSymbolicLink(file(McpClient.CLAUDE), real);

        install.apply(install.install(McpClient.CLAUDE));

        assertThat(file(McpClient.CLAUDE)).isSymbolicLink();
        assertThat(Files.readString(real)).contains("parley");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(real)))
                .isEqualTo("rw-r-----");
    }

    @Test
    void aFileThatMayNotBeWrittenIsLeftAlone() throws IOException {
        write(McpClient.CLAUDE, "{}");
        Files.setPosixFilePermissions(
                file(McpClient.CLAUDE), PosixFilePermissions.fromString("r--r--r--"));
        var plan = install.install(McpClient.CLAUDE);

        assertThatThrownBy(() -> install.apply(plan)).hasMessageContaining("may not be written");
        assertThat(read(McpClient.CLAUDE)).isEqualTo("{}");
    }

    @Test
    void aFileThatChangedMeanwhileIsLeftAlone() throws IOException {
        write(McpClient.CLAUDE, "{}");
        var plan = install.install(McpClient.CLAUDE);
        write(McpClient.CLAUDE, "{\"a\":1}");

        assertThatThrownBy(() -> install.apply(plan)).hasMessageContaining("another program");
        assertThat(read(McpClient.CLAUDE)).isEqualTo("{\"a\":1}");
    }

    @Test
    void whatIsNoTextIsLeftAlone() throws IOException {
        Files.write(file(McpClient.CLAUDE), new byte[] {(byte) 0xff, (byte) 0xfe});

        assertThatThrownBy(() -> install.install(McpClient.CLAUDE)).hasMessageContaining("UTF-8");
    }
}
