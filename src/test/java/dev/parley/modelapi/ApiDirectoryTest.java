package dev.parley.modelapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.base.problem.Problem;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Map;
import java.util.Optional;

class ApiDirectoryTest {
    private static DeclaredApi at(String url) {
        return new DeclaredApi(null, url, null, List.of("qwen3:8b"), null);
    }

    private static ApiDirectory with(Map<String, DeclaredApi> apis, Map<String, String> variables) {
        return new ApiDirectory(apis, variables, "config.json");
    }

    @Test
    void vendorsAreKnownAndNeedAKey() {
        var none = with(Map.of(), Map.of("OPENAI_API_KEY", "  "));
        assertEquals(
                List.of("openai", "anthropic", "google", "xai"),
                none.all().stream().map(ModelEndpoint::id).toList());
        assertTrue(none.all().stream().noneMatch(ModelEndpoint::isUsable));
        var one = with(Map.of(), Map.of("XAI_API_KEY", "secret-of-x"));
        assertTrue(one.find("xai").orElseThrow().isUsable());
        assertFalse(one.find("openai").orElseThrow().isUsable());
        assertThat(one.find("xai").orElseThrow().toString()).doesNotContain("secret-of-x");
    }

    @Test
    void aServerOfOnesOwnNeedsNoKey() {
        var apis = with(Map.of("mine", at("http://127.0.0.1:11434/v1/")), Map.of());
        var mine = apis.answering("qwen3:8b").orElseThrow();
        assertTrue(mine.isUsable());
        assertEquals("http://127.0.0.1:11434/v1", mine.url().toString());
        assertEquals(ApiKind.OPENAI, mine.kind());
        assertEquals(Optional.empty(), apis.answering("other"));
    }

    @Test
    void whatIsDifferentAboutAVendorIsTakenOver() {
        var own = new DeclaredApi(null, "https://proxy.example/v1", "MY_KEY", List.of(), 5);
        var apis = with(Map.of("anthropic", own), Map.of("MY_KEY", "k"));
        var found = apis.find("anthropic").orElseThrow();
        assertEquals(ApiKind.ANTHROPIC, found.kind());
        assertEquals("https://proxy.example/v1", found.url().toString());
        assertEquals(5, found.maxOutputTokens());
        assertTrue(found.isUsable());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "127.0.0.1:80",
                "ftp://a/b",
                "file:///etc/passwd",
                "http://",
                "https://u:p@h/v1",
                "https://h/v1?key=1",
                "https://h/v1#x",
                "https://a b/",
                "javascript:alert(1)"
            })
    void anAddressMustBeOne(String url) {
        var problem = assertThrows(Problem.class, () -> with(Map.of("mine", at(url)), Map.of()));
        assertEquals(Problem.Kind.BROKEN_CONFIGURATION, problem.kind());
        assertThat(problem.message()).contains("\"apis.mine.url\"");
    }

    @Test
    void aKeyDoesNotTravelInTheClear() {
        var far = new DeclaredApi(null, "http://10.0.0.7/v1", "MY_KEY", List.of(), null);
        assertThrows(Problem.class, () -> with(Map.of("far", far), Map.of("MY_KEY", "k")));
        assertTrue(with(Map.of("far", at("http://10.0.0.7/v1")), Map.of()).find("far").isPresent());
    }

    @Test
    void aServerOfOnesOwnMustSayWhereItIs() {
        var nowhere = new DeclaredApi(null, null, null, List.of(), null);
        var problem = assertThrows(Problem.class, () -> with(Map.of("mine", nowhere), Map.of()));
        assertEquals("config.json: the key \"apis.mine.url\" is missing.", problem.message());
    }
}
