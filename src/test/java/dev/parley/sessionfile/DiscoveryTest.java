package dev.parley.sessionfile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class DiscoveryTest {
    @TempDir Path home;

    private void file(String name) throws IOException {
        var file = home.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "");
    }

    private List<String> find(String... patterns) {
        return Discovery.find(home, List.of(patterns)).stream()
                .map(path -> home.relativize(path).toString())
                .toList();
    }

    @Test
    void findsWhatAPatternNamesAndNothingElse() throws IOException {
        file("projects/a/1.jsonl");
        file("projects/a/1.json");
        file("projects/a/deep/2.jsonl");
        file("projects/b/3.jsonl");
        file("projects/stray.jsonl");
        Files.createDirectories(home.resolve("projects/a/folder.jsonl"));
        assertEquals(
                List.of("projects/a/1.jsonl", "projects/b/3.jsonl"), find("projects/*/*.jsonl"));
    }

    @Test
    void aFileThatTwoPatternsNameIsFoundOnce() throws IOException {
        file("a/1.jsonl");
        assertEquals(List.of("a/1.jsonl"), find("a/*.jsonl", "*/1.jsonl"));
    }

    @Test
    void aHomeThatIsNotThereHoldsNothing() {
        assertEquals(List.of(), Discovery.find(home.resolve("none"), List.of("*/*.jsonl", "x")));
    }

    @Test
    void loopsOfLinksEnd() throws IOException {
        file("projects/a/1.jsonl");
        Files.createSymbolicLink(home.resolve("projects/loop"), home.resolve("projects"));
        Files.createSymbolicLink(home.resolve("projects/self"), home.resolve("projects/self"));
        Files.createSymbolicLink(home.resolve("projects/again"), home.resolve("projects/a"));
        assertEquals(List.of("projects/a/1.jsonl"), find("projects/*/*.jsonl"));
        assertEquals(1, find("projects/*/*/*/*.jsonl").size() + find("projects/a/*").size());
    }
}
