package dev.parley.door.cli.shared;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Understands the usual words, and leaves everything else alone.
class PlainOptionsTest {
    private static Optional<Map<String, String>> options(String words) {
        return PlainOptions.read(
                words.isEmpty() ? List.of() : List.of(words.split(" ", -1)),
                Set.of("--json"),
                Set.of("--by", "--since"));
    }

    @Test
    void understandsOptionsInAnyOrder() {
        assertEquals(Optional.of(Map.of()), options(""));
        assertEquals(
                Optional.of(Map.of("--json", "", "--by", "day", "--since", "7d")),
                options("--since 7d --json --by day"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--help",
                "word",
                "--by",
                "--by ",
                "--by --json",
                "--by=day",
                "--by day --by model",
                "--json --json",
                "--JSON",
                "@file"
            })
    void leavesAloneWhatIsUnusual(String words) {
        assertEquals(Optional.empty(), options(words));
    }
}
