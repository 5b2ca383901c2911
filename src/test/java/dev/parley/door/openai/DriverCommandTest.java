package dev.parley.door.openai;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.json.Json;
import dev.parley.testing.ParleyServer;
import dev.parley.testing.Stub;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// The exact command each driver is called with through the OpenAI door, and that its recorded
/// output becomes the answer.
class DriverCommandTest {
    private static final String PROMPT = "Be brief.\n\n--- USER TASK ---\nSay hi";
    private static final String BODY =
            "{\"model\":\"acme\",\"user\":\"u\",\"messages\":[{\"role\":\"user\",\"content\":\"Say hi\"}]}";

    @TempDir Path directory;

    private ParleyServer server;

    @AfterEach
    void close() {
        server.close();
    }

    private static Path transcript(String driver) {
        return Path.of(
                "src/test/resources/provider",
                driver,
                driver.equals("codex") ? "text.transcript" : "answer.transcript");
    }

    /// A CLI that keeps what it was told and plays a transcript.
    private void start(String driver, String version, String permission) throws IOException {

        var cli =
                Stub.script(
                        directory.toRealPath(),
                        driver,
                        """
                        [ "$1" = --version ] && { echo "%s"; exit; }
                        printf '%%s\\n' "$@" > "$HOME/arguments"
                        pwd > "$HOME/cwd"
                        cat > "$HOME/input"
                        sed -n 's/^< //p' '%s'
                        """
                                .formatted(version, transcript(driver).toAbsolutePath()));
        server =
                new ParleyServer(
                        directory,
                        "TEXT",
                        "exit 1",
                        "/usr/bin:/bin",
                        Map.of(driver.toUpperCase(Locale.ROOT) + "_CMD", cli.toString()));
        Files.writeString(server.repository().resolve("AGENTS.md"), "Be brief.\n");
        server.declare(acme ->
                acme.put("driver", driver).put("model", "m-1").put("permission", permission));
    }

    private JsonNode ask(String body) throws Exception {
        return server.answer(server.posting("/v1/chat/completions", body));
    }

    /// One line per argument, with names for what differs from run to run.
    private String arguments() throws IOException {
        return Files.readString(server.file("arguments"))
                .replace(PROMPT, "PROMPT")
                .replace(server.repository().toString(), "REPO")
                .replaceAll("/\\S*/scratch/[^/\\s]+", "SCRATCH")
                .strip()
                .replace('\n', ' ');
    }

    /// The last thing the agent says in the transcript.
    private static String recorded(String driver) throws IOException {
        var said =
                Files.readAllLines(transcript(driver)).stream()
                        .filter(line -> line.startsWith("= {\"type\":\"message.assistant\""))
                        .toList();
        return Json.parse(said.getLast().substring(2))
                .orElseThrow()
                .path("message")
                .path("content")
                .asString();
    }

    @ParameterizedTest
    @CsvSource({
        "claude, edit, -p --output-format stream-json --verbose --include-partial-messages --permission-mode acceptEdits --model m-1",
        "codex, edit, exec --json --skip-git-repo-check --sandbox workspace-write --model=m-1 -",
        "gemini, edit, -o stream-json --skip-trust --approval-mode auto_edit --model=m-1",
        "opencode, bypass, run --format json --thinking --dir REPO --auto --model=m-1",
        "qwen, edit, -o stream-json --include-partial-messages --approval-mode auto-edit --model=m-1",
        "kimi, bypass, --output-format stream-json -m m-1 -p PROMPT"
    })
    void isCalledExactlyLikeThis(String driver, String permission, String expected)
            throws Exception {
        start(driver, "2.1.0", permission);
        var answer = ask(BODY);
        assertEquals(expected, arguments());
        assertEquals(driver.equals("kimi") ? "" : PROMPT, Files.readString(server.file("input")));
        assertEquals(server.repository() + "\n", Files.readString(server.file("cwd")));
        assertEquals(
                recorded(driver),
                answer.path("choices").path(0).path("message").path("content").asString(),
                Json.write(answer));
    }

    @ParameterizedTest
    @CsvSource({
        "claude, edit, -p --output-format stream-json --verbose --include-partial-messages --resume SESSION --permission-mode acceptEdits --model m-1",
        "codex, edit, exec --json --skip-git-repo-check --sandbox workspace-write --model=m-1 resume SESSION -",
        "gemini, edit, -o stream-json --skip-trust --resume SESSION --approval-mode auto_edit --model=m-1",
        "qwen, edit, -o stream-json --include-partial-messages --resume SESSION --approval-mode auto-edit --model=m-1",
        "kimi, bypass, --output-format stream-json -S SESSION -m m-1 -p again"
    })
    void goesOnWithASessionExactlyLikeThis(String driver, String permission, String expected)
            throws Exception {
        start(driver, "2.1.0", permission);
        ask(BODY);
        ask(BODY.replace("Say hi", "again"));
        var session =
                Files.readAllLines(transcript(driver)).stream()
                        .filter(line -> line.startsWith("@ "))
                        .map(line -> line.substring(2))
                        .findFirst()
                        .orElseThrow();
        assertEquals(expected, arguments().replace(session, "SESSION"));
        assertEquals(driver.equals("kimi") ? "" : "again", Files.readString(server.file("input")));
    }

    @ParameterizedTest
    @CsvSource({
        "claude, --permission-mode default --model m-1 --json-schema {\"type\":\"object\"}",
        "codex, --sandbox read-only --model=m-1 --output-schema SCRATCH/schema.json -",
        "qwen, --approval-mode default --model=m-1 --json-schema={\"type\":\"object\"}"
    })
    void isGivenASchemaLikeThis(String driver, String expected) throws Exception {
        start(driver, "2.1.0", "ask");
        ask(
                BODY.replaceFirst(
                        "}$",
                        ",\"response_format\":{\"type\":\"json_schema\",\"json_schema\":{\"name\":\"n\",\"schema\":{\"type\":\"object\"}}}}"));
        assertEquals(expected, last(arguments(), expected));
    }

    @ParameterizedTest
    @CsvSource({
        "codex, ask, --model=m-1 --image=SCRATCH/image-1.png --image=SCRATCH/image-2.gif -",
        "opencode, bypass, --auto --model=m-1 --file=SCRATCH/image-1.png --file=SCRATCH/image-2.gif"
    })
    void isGivenImagesLikeThis(String driver, String permission, String expected) throws Exception {
        start(driver, "2.1.0", permission);
        var image =
                "{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:image/%s;base64,b25l\"}}";
        ask(
                BODY.replace(
                        "\"Say hi\"",
                        List.of("png", "gif").stream()
                                .map(image::formatted)
                                .collect(Collectors.joining(",", "[", "]"))));
        assertEquals(expected, last(arguments(), expected));
    }

    private static String last(String text, String expected) {
        return text.substring(Math.max(0, text.length() - expected.length()));
    }

    @Test
    void theDemoAgentIsParleyItself() throws Exception {
        server = new ParleyServer(directory, "TEXT", "exit 1");
        server.declare(acme -> acme.put("driver", "demo"));
        assertEquals(
                "You said: “--- USER TASK --- Say hi”",
                ask(BODY)
                        .path("choices")
                        .path(0)
                        .path("message")
                        .path("content")
                        .asString()
                        .replaceFirst("(?s).*(You said: “.*?”).*", "$1"));
    }
}
