package dev.parley.event;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.json.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

class SecretsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a sk-ant-api03-AbCdEfGhIjKlMnOpQrStUvWx b | a [secret] b",
                "sk-proj-abcdefghijklmnopqrst | [secret]",
                "ghp_abcdefghijklmnopqrstuvwxyz0123456789 | [secret]",
                "AKIAABCDEFGHIJKLMNOP | [secret]",
                "AIzaSyA1234567890abcdefghijklmnopqrstuv | [secret]",
                "xoxb-123456789012-abcdef | [secret]",
                "Authorization: Bearer abcdefghijklmnop1234 | Authorization: Bearer [secret]",
                "postgres://me:hunter2@host/db | postgres://me:[secret]@host/db",
                "\"api_key\": \"abcdef0123456789\" | \"api_key\": \"[secret]\"",
                "DB_PASSWORD=correcthorsebattery | DB_PASSWORD=[secret]",
                "password: correcthorsebattery. Then | password: [secret] Then",
                "\"password\": \"correct.horse.battery\" | \"password\": \"[secret]\"",
            })
    void hidesWhatLooksLikeASecret(String text, String masked) {
        assertEquals(masked, Secrets.mask(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "the token count is 12",
                "a task-oriented approach, sk-short",
                "4977e079-78bf-4afb-82a6-674f2fb33cad",
                "https://example.org/path?x=1",
                "password: ",
                "int maxTokens = 5;",
                "var token = readTokenFrom(file);",
                "sessionToken: configuration.session.token,",
            })
    void leavesOtherTextAlone(String text) {
        assertEquals(text, Secrets.mask(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n-----END RSA PRIVATE KEY----- after", " cut off"})
    void hidesAPrivateKeyEvenWhenItIsCutOff(String end) {
        var text = "before -----BEGIN RSA PRIVATE KEY-----\nMIIabc\ndef" + end;
        assertEquals(
                end.endsWith("after") ? "before [secret] after" : "before [secret]",
                Secrets.mask(text));
    }

    static Stream<Event> eventsWithASecret() {
        var key = "sk-proj-abcdefghijklmnopqrst";
        return Stream.of(
                new Event.UserSaid("take " + key, null),
                new Event.UserSaid("nothing", "m1"),
                new Event.AssistantSaid("DB_PASSWORD=correcthorsebattery", key),
                new Event.AssistantStreamed(key, "m1"),
                new Event.Thought("API_KEY: 0123456789abcdef", true, null),
                new Event.ToolCalled(
                        "c", "Bash", Json.object().put("command", "curl -H 'BEARER " + key + "'")),
                new Event.ToolReturned("c", null, "RK_" + key + " Token=" + key, false, 0),
                new Event.TokensUsed(Usage.of(1, 2)),
                new Event.Failed("no " + key, "401", false),
                new Event.Unrecognized(key, "unknown"));
    }

    @ParameterizedTest
    @MethodSource("eventsWithASecret")
    void anEventIsMaskedAsEveryTextOfIt(Event event) {
        var envelope = new Envelope(Instant.EPOCH, "claude", "s1", 7, event, null);
        assertEquals(
                EventJson.read(Secrets.mask(EventJson.write(envelope, EventJson.Raw.LEFT_OUT))),
                Secrets.mask(envelope));
    }

    private static final List<String> PIECES =
            List.of(
                    "sk-ant-api03-AbCdEfGhIjKlMnOp",
                    "pk_live_0123456789abcdefghij",
                    "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
                    "github_pat_11ABCDEFG0123456789_abcdef",
                    "glpat-abcdefghij0123456789",
                    "xoxb-123456789012-abcdef",
                    "AKIAABCDEFGHIJKLMNOP",
                    "AIzaSyA1234567890abcdefghijklmnopqrstuv",
                    "hf_abcdefghijklmnopqrstuvwxyz",
                    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.SflKxwRJSMeKKF2QT4",
                    "Bearer ",
                    "bEARER\t",
                    "postgres://me:hunter2@host/db",
                    "ftp://user:",
                    "password",
                    "API-KEY",
                    "\"secret_of_mine\"",
                    "token",
                    ": ",
                    "=\r\n ",
                    " = '",
                    "abcdef0123456789+/==",
                    "-----BEGIN RSA PRIVATE KEY-----\n",
                    "-----BEGIN CERTIFICATE-----\n",
                    "-----END CERTIFICATE-----",
                    "-----END RSA PRIVATE KEY-----",
                    "MIIabc\ndef",
                    "@",
                    "/",
                    ".",
                    "_",
                    "-",
                    " ",
                    "\n",
                    "\"",
                    "é",
                    "\u0001",
                    "call(",
                    "x");

    /// Only suspicious places are asked about; nothing may be left that the patterns would find in
    /// all of the text.
    @Test
    void leavesNothingThatLookingAtAllOfItWouldFind() {
        var random = new Random(23);
        for (var round = 0; round < 50_000; round++) {
            var text = new StringBuilder();
            for (var piece = random.nextInt(12); piece >= 0; piece--) {
                text.append(PIECES.get(random.nextInt(PIECES.size())));
            }
            var masked = Secrets.mask(text.toString());
            assertEquals(Secrets.maskAll(masked), masked, () -> "of " + text);
        }
    }
}
