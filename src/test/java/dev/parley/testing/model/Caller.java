package dev.parley.testing.model;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.stream.Collectors;

/// Asks a [ScriptedModel] the way a CLI would, through one of the four APIs.
enum Caller {
    ANTHROPIC(
            "/v1/messages?beta=true",
            "/v1/messages?beta=true",
            """
            {"model":"m-1","max_tokens":100,"stream":%s,"system":[{"type":"text","text":"be good"}],
             "messages":[{"role":"user","content":"first"},{"role":"assistant","content":[{"type":"text","text":"ok"},
             {"type":"tool_use","id":"t","name":"Bash","input":{}}]},
             {"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":[{"type":"text","text":"ran"}]},
             {"type":"image","source":{"type":"base64","media_type":"image/png","data":""}},{"type":"text","text":"second"}]}],
             "tools":[{"name":"Bash","input_schema":{"type":"object","properties":{"command":{"type":"string"}}}},
             {"name":"Write","input_schema":{"type":"object","properties":{"file_path":{},"content":{}}}}]}\
            """),
    RESPONSES(
            "/v1/responses",
            "/v1/responses",
            """
            {"model":"m-1","stream":%s,"input":[
             {"type":"message","role":"developer","content":[{"type":"input_text","text":"be good"}]},
             {"type":"message","role":"user","content":[{"type":"input_text","text":"first"}]},
             {"type":"message","role":"assistant","content":[{"type":"output_text","text":"ok"}]},
             {"type":"function_call","call_id":"t","name":"exec_command","arguments":"{}"},
             {"type":"function_call_output","call_id":"t","output":"ran"},
             {"type":"message","role":"user","content":[{"type":"input_image","image_url":"data:image/png;base64,"},
              {"type":"input_text","text":"second"}]}],
             "tools":[{"type":"function","name":"exec_command","parameters":{"properties":{"cmd":{}}}},
             {"type":"custom","name":"apply_patch"}]}\
            """),
    CHAT(
            "/v1/chat/completions",
            "/v1/chat/completions",
            """
            {"model":"m-1","stream":%s,"messages":[{"role":"system","content":"be good"},
             {"role":"user","content":"first"},{"role":"assistant","content":"ok"},
             {"role":"tool","tool_call_id":"t","content":"ran"},
             {"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,"}},
              {"type":"text","text":"second"}]}],
             "tools":[{"type":"function","function":{"name":"bash","parameters":{"properties":{"command":{}}}}},
             {"type":"function","function":{"name":"write","parameters":{"properties":{"filePath":{},"content":{}}}}}]}\
            """),
    GEMINI(
            "/v1beta/models/m-1:streamGenerateContent?alt=sse",
            "/v1beta/models/m-1:generateContent",
            """
            {"streamed":%s,"systemInstruction":{"parts":[{"text":"be good"}]},"contents":[
             {"role":"user","parts":[{"text":"first"}]},
             {"role":"model","parts":[{"text":"hidden","thought":true},{"text":"ok"}]},
             {"role":"user","parts":[{"functionResponse":{"name":"x","response":{"output":"ran"}}},
              {"inlineData":{"mimeType":"image/png","data":""}},{"text":"second"}]}],
             "tools":[{"functionDeclarations":[
              {"name":"run_shell_command","parametersJsonSchema":{"properties":{"command":{},"is_background":{"type":"boolean"}},
               "required":["command","is_background"]}},
              {"name":"write_file","parametersJsonSchema":{"properties":{"file_path":{},"content":{}}}}]}]}\
            """);

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final String streamPath;
    private final String wholePath;
    private final String body;

    Caller(String streamPath, String wholePath, String body) {
        this.streamPath = streamPath;
        this.wholePath = wholePath;
        this.body = body;
    }

    /// The data of the events that came, and nothing of what is not JSON.
    List<JsonNode> stream(ScriptedModel model) throws IOException, InterruptedException {
        return events(post(model, streamPath, body.formatted(true)).body());
    }

    HttpResponse<String> whole(ScriptedModel model) throws IOException, InterruptedException {
        return post(model, wholePath, body.formatted(false));
    }

    static HttpResponse<String> post(
            ScriptedModel model, String path, String json, String... headers)
            throws IOException, InterruptedException {
        var request =
                HttpRequest.newBuilder(model.url().resolve(path))
                        .POST(BodyPublishers.ofString(json));
        return CLIENT.send(
                (headers.length == 0 ? request : request.headers(headers)).build(),
                BodyHandlers.ofString());
    }

    static HttpResponse<String> get(ScriptedModel model, String path)
            throws IOException, InterruptedException {
        return CLIENT.send(
                HttpRequest.newBuilder(model.url().resolve(path)).build(), BodyHandlers.ofString());
    }

    static List<JsonNode> events(String body) {
        return body.lines()
                .filter(line -> line.startsWith("data: {"))
                .map(line -> Json.parse(line.substring(6)))
                .toList();
    }

    /// The answer's text, put together from the deltas or taken from the whole.
    String text(List<JsonNode> answer) {
        return answer.stream().map(this::text).collect(Collectors.joining());
    }

    private String text(JsonNode data) {
        return switch (this) {
            case ANTHROPIC ->
                    data.at("/delta/text").asString(data.at("/content/0/text").asString(""));
            case RESPONSES ->
                    data.path("delta").asString(data.at("/output/0/content/0/text").asString(""));
            case CHAT ->
                    data.at("/choices/0/delta/content")
                            .asString(data.at("/choices/0/message/content").asString(""));
            case GEMINI -> data.at("/candidates/0/content/parts/0/text").asString("");
        };
    }

    /// What a tool call of the answer looks like on this wire, as text to search in.
    String call(JsonNode whole) {
        return switch (this) {
            case ANTHROPIC -> whole.at("/content/0").toString();
            case RESPONSES -> whole.at("/output/0").toString();
            case CHAT -> whole.at("/choices/0/message/tool_calls/0").toString();
            case GEMINI -> whole.at("/candidates/0/content/parts/0").toString();
        };
    }
}
