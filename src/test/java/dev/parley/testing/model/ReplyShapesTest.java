package dev.parley.testing.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import tools.jackson.databind.JsonNode;

class ReplyShapesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    ANTHROPIC | {"input_tokens":600,"cache_read_input_tokens":400,"cache_creation_input_tokens":0,"output_tokens":50}
                    RESPONSES | {"input_tokens":1000,"input_tokens_details":{"cached_tokens":400},"output_tokens":50,"output_tokens_details":{"reasoning_tokens":10},"total_tokens":1050}
                    CHAT | {"prompt_tokens":1000,"prompt_tokens_details":{"cached_tokens":400},"completion_tokens":50,"completion_tokens_details":{"reasoning_tokens":10},"total_tokens":1050}
                    GEMINI | {"promptTokenCount":1000,"cachedContentTokenCount":400,"candidatesTokenCount":40,"thoughtsTokenCount":10,"totalTokenCount":1050}
                    """)
    void reportsUsageInTheWayOfEachApi(Caller caller, String usage) throws Exception {
        var reply = Reply.text("hi").usage(1000, 50, 400, 10);
        try (var model = ScriptedModel.saying(reply, reply)) {
            assertThat(caller.whole(model).body()).contains(usage);
            assertThat(caller.stream(model))
                    .last()
                    .extracting(JsonNode::toString)
                    .asString()
                    .matches(last -> last.contains(usage) || caller == Caller.ANTHROPIC);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    ANTHROPIC | {"type":"tool_use","id":"call_1_0","name":"Bash","input":{"command":"ls"}}
                    RESPONSES | "call_id":"call_1_0","name":"exec_command","arguments":"{\\"cmd\\":\\"ls\\"}"
                    CHAT | {"id":"call_1_0","type":"function","function":{"name":"bash","arguments":"{\\"command\\":\\"ls\\"}"}}
                    GEMINI | {"id":"call_1_0","name":"run_shell_command","args":{"command":"ls","is_background":false}}
                    """)
    void runsAShellCommandWithTheToolOffered(Caller caller, String call) throws Exception {
        try (var model = ScriptedModel.saying(Reply.shell("ls"))) {
            assertThat(caller.call(Json.parse(caller.whole(model).body()))).contains(call);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    ANTHROPIC | "name":"Write","input":{"file_path":"a.txt","content":"x"}
                    RESPONSES | "name":"apply_patch","input":"*** Begin Patch\\n*** Add File: a.txt\\n+x\\n*** End Patch\\n"
                    CHAT | "name":"write","arguments":"{\\"filePath\\":\\"a.txt\\",\\"content\\":\\"x\\"}"
                    GEMINI | "name":"write_file","args":{"file_path":"a.txt","content":"x"}
                    """)
    void writesAFileWithTheToolOffered(Caller caller, String call) throws Exception {
        try (var model = ScriptedModel.saying(Reply.write("a.txt", "x"))) {
            assertThat(caller.call(Json.parse(caller.whole(model).body()))).contains(call);
        }
    }

    @ParameterizedTest
    @EnumSource
    void thinksBeforeItSpeaks(Caller caller) throws Exception {
        try (var model = ScriptedModel.saying(Reply.thinking("pondering").text("spoken"))) {
            var stream = caller.stream(model).toString();
            assertThat(stream.indexOf("pondering"))
                    .isPositive()
                    .isLessThan(stream.indexOf("spoken"));
        }
    }

    @Test
    void callsAnMcpToolTheWayCodexNamesIt() throws Exception {
        try (var model = ScriptedModel.saying(Reply.tool("mcp__lab__echo", "{\"a\":1}"))) {
            var call = Json.parse(Caller.RESPONSES.whole(model).body()).at("/output/0");
            assertThat(call.path("namespace").asString()).isEqualTo("mcp__lab");
            assertThat(call.path("name").asString()).isEqualTo("echo");
        }
    }
}
