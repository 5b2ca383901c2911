package dev.parley.testing.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ModelRequestTest {
    @ParameterizedTest
    @EnumSource
    void readsTheSameConversationFromEveryApi(Caller caller) throws Exception {
        try (var model = ScriptedModel.saying()) {
            caller.stream(model);
            var request = model.requests().getFirst();
            assertThat(request.modelName()).isEqualTo("m-1");
            assertThat(request.systemText()).isEqualTo("be good");
            assertThat(request.userTexts()).containsExactly("first", "second");
            assertThat(request.assistantTexts()).containsExactly("ok");
            assertThat(request.toolResults()).containsExactly("ran");
            assertThat(request.toolNames()).hasSize(2);
            assertThat(request.hasImage()).isTrue();
            assertThat(request.isSideRequest()).isFalse();
            assertThat(request.header("User-Agent"))
                    .hasValueSatisfying(agent -> assertThat(agent).contains("Java"));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    /v1/messages | curl | {"max_tokens":1,"messages":[{"role":"user","content":"x"}]}
                    /v1/messages | curl | {"system":"You are naming a coding session","output_config":{"format":{"schema":{"type":"object","properties":{"title":{"type":"string"}}}}}}
                    /v1/chat/completions | opencode/1 | {"messages":[{"role":"system","content":"You are a title generator. You"}],"stream":true}
                    /v1/chat/completions | kimi-code-cli/2 | {"messages":[{"role":"user","content":"You are about to run out of context. Create"}],"stream":true}
                    /v1/chat/completions | opencode/1 | {"messages":[{"role":"system","content":"You are a context summarization agent. You"}],"stream":true}
                    /v1/chat/completions | QwenCode/0 | {"messages":[]}
                    /v1beta/models/m:generateContent | GeminiCLI-tui/0 | {"contents":[]}
                    /v1/responses | codex | {"input":[{"role":"user","content":"You are performing a CONTEXT CHECKPOINT COMPACTION."}]}
                    """)
    void answersSideRequestsWithoutUsingUpTheScript(String path, String agent, String body)
            throws Exception {
        try (var model = ScriptedModel.saying(Reply.text("kept"))) {
            assertThat(Caller.post(model, path, body, "User-Agent", agent).statusCode())
                    .isEqualTo(200);
            assertThat(model.requests()).singleElement().matches(ModelRequest::isSideRequest);
            assertThat(model.mainRequests()).isEmpty();
            assertThat(model.unused()).isEqualTo(1);
        }
    }

    @Test
    void answersARouterInTheShapeItWants() throws Exception {
        try (var model = ScriptedModel.saying()) {
            var body =
                    """
                    {"contents":[],"generationConfig":{"responseJsonSchema":{"type":"object","properties":{
                    "complexity_reasoning":{"type":"string"},"complexity_score":{"type":"integer","minimum":1}}}}}\
                    """;
            var answer = Caller.post(model, "/v1beta/models/m:generateContent", body);
            assertThat(
                            Json.parse(answer.body())
                                    .at("/candidates/0/content/parts/0/text")
                                    .asString())
                    .isEqualTo("{\"complexity_reasoning\":\"ok\",\"complexity_score\":1}");
        }
    }

    @Test
    void answersAForcedSchemaToolWithItsCall() throws Exception {
        try (var model = ScriptedModel.saying()) {
            var body =
                    """
                    {"messages":[],"tools":[{"type":"function","function":{"name":"respond_in_schema","parameters":{
                    "type":"object","properties":{"block":{"type":"boolean"}}}}}],"tool_choice":"required"}\
                    """;
            assertThat(Caller.post(model, "/v1/chat/completions", body).body())
                    .contains(
                            "\"name\":\"respond_in_schema\",\"arguments\":\"{\\\"block\\\":false}\"");
        }
    }
}
