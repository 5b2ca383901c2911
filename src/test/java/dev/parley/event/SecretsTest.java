package dev.parley.event;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
}
