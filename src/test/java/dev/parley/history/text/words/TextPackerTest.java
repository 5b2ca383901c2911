package dev.parley.history.text.words;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;

class TextPackerTest {
    private static List<String> words(String text) {
        return words(text, 1 << 20);
    }

    private static List<String> words(String text, int most) {
        var packed = new PackedWords();
        new TextPacker().pack(text, most, packed);
        return WordList.of(packed);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Hello, World! | hello world",
                "parseHeader(parse_header) | parseheader parse header",
                "src/main/App.java:42 | src main app java 42",
                "Größe ÀÉ naïve | größe àé naïve",
                "日本語とkana | 日 本 語 と kana",
                "한국어 단어 | 한국어 단어",
                "Ελλάδα Привет | ελλάδα привет",
                "a😀b | a b",
                "e\u0301t | e\u0301t",
            })
    void cutsTextIntoWords(String text, String words) {
        assertEquals(List.of(words.split(" ")), words(text));
    }

    @Test
    void survivesHalfACharacter() {
        assertEquals(List.of("a", "b"), words("a\ud83d b\ude00"));
        assertEquals(List.of(), words(""));
    }

    @Test
    void keepsTheBeginningOfAVeryLongWord() {
        assertEquals(List.of("x".repeat(40), "y"), words("x".repeat(5000) + " y"));
        assertEquals(List.of("日"), words("日".repeat(1)));
        assertEquals(List.of("ж".repeat(20)), words("ж".repeat(100)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a sk-ant-api03-AbCdEfGhIjKlMnOpQrStUvWx b | a secret b",
                "x(sk_proj_abcdefghijklmnopqrst) y | x secret y",
                "ghp_abcdefghijklmnopqrstuvwxyz0123456789 | secret",
                "github_pat_abcdefghijklmnopqrstuvwxyz | secret",
                "key AKIAABCDEFGHIJKLMNOP end | key secret end",
                "AIzaSyA1234567890abcdefghijklmnopqrstuv | secret",
                "xoxb-123456789012-abcdef | secret",
                "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0x.c2lnbmF0dXJl z | secret z",
                "Authorization: Bearer abcdefghijklmnop1234 | authorization bearer secret",
                "authorization: bEARER abcdefghijklmnop1234 | authorization bearer secret",
                "postgres://me:hunter2@host/db | postgres me secret host db",
                "\"api_key\": \"abcdef0123456789\" | api key secret",
                "apiKey = 'abcdef0123456789' | apikey secret",
                "DB_PASSWORD=correcthorsebattery next | db password secret next",
                "my-secret-token : abcdefghijkl012 | my secret token secret",
                "var token = readTokenFrom(file) ; | var token readtokenfrom file",
                "token = 'readTokenFrom(file)' ; | token secret file",
                "token: configuration.session, | token configuration session",
                "var sessionToken = abcdefghijkl012 ; | var sessiontoken secret",
                "-----BEGIN RSA PRIVATE KEY-----\\nMIIabc\\n-----END RSA PRIVATE KEY----- after | secret after",
                "see -----BEGIN EC PRIVATE KEY-----\\nMIIabc | see secret",
            })
    void packsNoSecrets(String text, String words) {
        assertEquals(List.of(words.split(" ")), words(text.replace("\\n", "\n")));
    }

    /// As in the JSON of a service account.
    @Test
    void packsNoKeyBehindAnEscapedLineEnd() {
        assertEquals(
                List.of("key", "n", "secret", "z"),
                words("key \\n-----BEGIN PRIVATE KEY-----\\nMIIabc\\n-----END PRIVATE KEY----- z"));
    }

    @Test
    void goesOnBehindWhatOnlyLooksLikeASecret() {
        assertEquals(
                List.of("sk", "a", "npm", "x", "bear", "b", "jay", "é", "ajé", "x"),
                words("sk-a npm_x Bear: b=Jay É AJé_x"));
    }

    @Test
    void cutsNoSecretInHalf() {
        assertEquals(List.of("word"), words("word sk-ant-api03-AbCdEfGhIjKlMnOpQrStUvWx", 20));
    }
}
