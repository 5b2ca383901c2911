package dev.parley.provider.gemini;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

class ResumeLeftoversTest {
    private static final String SESSION = "aaaaaaaa-0000-4000-8000-000000000001";
    private static final String CONTEXT =
            """
            {"$set":{"messages":[{"id":"d0","type":"user","content":[{"text":"<session_context>\\nThis is"}]}]}}
            """;
    private static final String PROMPT =
            """
            {"id":"1f","type":"user","content":[{"text":"hello"}]}
            """;

    @TempDir Path home;

    @Test
    void deletesTheEmptyFileBesideTheConversation() throws IOException {
        write("session-2026-11-15T23-26-aaaaaaaa.jsonl", header(SESSION) + CONTEXT + PROMPT);
        write("session-2026-11-15T23-27-aaaaaaaa.jsonl", header(SESSION) + CONTEXT);

        ResumeLeftovers.delete(home, SESSION);

        assertEquals(List.of("session-2026-11-15T23-26-aaaaaaaa.jsonl"), files());
    }

    @Test
    void keepsAnEmptyFileThatIsAllThereIs() throws IOException {
        write("session-2026-11-15T23-27-aaaaaaaa.jsonl", header(SESSION) + CONTEXT);

        ResumeLeftovers.delete(home, SESSION);

        assertEquals(List.of("session-2026-11-15T23-27-aaaaaaaa.jsonl"), files());
    }

    @Test
    void keepsWhatItCannotReadAndWhatBelongsToOthers() throws IOException {
        var other = "aaaaaaaa-0000-4000-8000-000000000002";
        write("session-2026-11-15T23-26-aaaaaaaa.jsonl", header(SESSION) + PROMPT);
        write("session-2026-11-15T23-27-aaaaaaaa.jsonl", header(SESSION) + "{\"$set\":\n");
        write("session-2026-11-15T23-28-aaaaaaaa.jsonl", header(other) + CONTEXT);

        ResumeLeftovers.delete(home, SESSION);

        assertEquals(3, files().size());
    }

    @Test
    void aConversationOfThisMinuteMakesRoomForTheFileTheCliWillBegin() throws IOException {
        write("session-2026-11-15T23-26-aaaaaaaa.jsonl", header(SESSION) + CONTEXT);
        write("session-2026-11-15T23-27-aaaaaaaa.jsonl", header(SESSION) + PROMPT);

        ResumeLeftovers.makeRoom(home, SESSION, Instant.parse("2026-11-15T23:28:59.9Z"));
        assertEquals(
                List.of(
                        "session-2026-11-15T23-26-aaaaaaaa.jsonl",
                        "session-2026-11-15T23-27-aaaaaaaa.jsonl"),
                files());

        ResumeLeftovers.makeRoom(home, SESSION, Instant.parse("2026-11-15T23:27:00Z"));
        assertEquals(
                List.of(
                        "session-2026-11-15T23-25-aaaaaaaa.jsonl",
                        "session-2026-11-15T23-26-aaaaaaaa.jsonl"),
                files());
    }

    @Test
    void hasNothingToDoWithoutAHome() throws IOException {
        ResumeLeftovers.delete(home, SESSION);
        ResumeLeftovers.makeRoom(home, SESSION, Instant.EPOCH);
        assertThat(home).isEmptyDirectory();

        var none = home.resolve("none");
        ResumeLeftovers.delete(none, SESSION);
        ResumeLeftovers.makeRoom(none, SESSION, Instant.EPOCH);
        assertThat(none).doesNotExist();
    }

    private static String header(String session) {
        return "{\"sessionId\":\"%s\",\"projectHash\":\"91\",\"kind\":\"main\"}\n"
                .formatted(session);
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(Files.createDirectories(chats()).resolve(name), text);
    }

    private List<String> files() throws IOException {
        try (var files = Files.list(chats())) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private Path chats() {
        return home.resolve("tmp/acme/chats");
    }
}
