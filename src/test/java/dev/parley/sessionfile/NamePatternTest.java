package dev.parley.sessionfile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.FileSystems;
import java.nio.file.Path;

class NamePatternTest {
    @ParameterizedTest
    @CsvSource({
        "*, a, true",
        "*, .hidden, true",
        "*.jsonl, a.jsonl, true",
        "*.jsonl, .jsonl, true",
        "*.jsonl, a.jsonl.zst, false",
        "*.jsonl, jsonl, false",
        "rollout-*.jsonl, rollout-1.jsonl, true",
        "rollout-*.jsonl, rollout-.jsonl, true",
        "rollout-*.jsonl, rollout-jsonl, false",
        "rollout-*.jsonl, a-rollout-1.jsonl, false",
        "ab*ba, aba, false",
        "ab*ba, abba, true",
        "a*b*c, abc, true",
        "a*b*c, axbxbxc, true",
        "a*b*c, acb, false",
        "a*b*b, ab, false",
        "a*bc*c, abc, false",
        "**, anything, true",
        "plain, plain, true",
        "plain, plainer, false",
        "a.b, axb, false"
    })
    void aStarStandsForAnyCharactersAsInAGlob(String pattern, String name, boolean matches) {
        assertEquals(matches, NamePattern.of(pattern).matches(name));
        var glob = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
        assertEquals(glob.matches(Path.of(name)), NamePattern.of(pattern).matches(name));
    }
}
