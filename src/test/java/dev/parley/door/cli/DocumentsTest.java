package dev.parley.door.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.base.resource.Version;
import dev.parley.door.cli.shared.Console;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What the documents show works: every command is one that Parley understands, every link leads
/// somewhere, and nothing speaks of another version.
class DocumentsTest {
    private static final Pattern COMMAND =
            Pattern.compile("(?:^|[|(] ?|\\| )(?:sudo )?(?:\\./)?parley ([^#|>)&]*)");
    private static final Pattern WORD = Pattern.compile("\"((?:\\\\.|[^\"])*)\"|'([^']*)'|(\\S+)");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(?:#[^)]*)?\\)");
    private static final Pattern RELEASE = Pattern.compile("parley[-_](\\d+\\.\\d+\\.\\d+)");

    static List<Path> documents() throws IOException {
        try (var docs = Files.walk(Path.of("docs"));
                var above = Files.list(Path.of(""))) {
            return Stream.concat(docs, above)
                    .filter(file -> file.toString().endsWith(".md"))
                    .filter(file -> !file.toString().equals("CHANGELOG.md"))
                    .sorted()
                    .toList();
        }
    }

    /// The words of every command in a block of code.
    private static List<List<String>> commands(Path document) throws IOException {
        var commands = new ArrayList<List<String>>();
        for (var line : Files.readAllLines(document)) {
            if (line.startsWith("    ")) {
                var found = COMMAND.matcher(line.strip());
                while (found.find()) {
                    // What stands behind two spaces explains it.
                    commands.add(words(found.group(1).split(" {2,}", 2)[0]));
                }
            }
        }
        return commands;
    }

    private static List<String> words(String text) {
        var words = new ArrayList<String>();
        var word = WORD.matcher(text);
        while (word.find()) {
            var said =
                    word.group(1) != null
                            ? word.group(1)
                            : word.group(2) != null ? word.group(2) : word.group(3);
            // RACE and LANE stand for what a reader has.
            words.add(said.matches("[A-Z]+") ? "1" : said);
        }
        return words;
    }

    @ParameterizedTest
    @MethodSource("documents")
    void showCommandsThatParleyUnderstands(Path document) throws IOException {
        var nowhere =
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        var console = new Console(InputStream.nullInputStream(), nowhere, nowhere, false);
        for (var words : commands(document)) {
            var parley =
                    ParleyCommand.commandLine(
                            () -> {
                                throw new IllegalStateException("nothing is run");
                            },
                            console);
            assertDoesNotThrow(
                    () -> parley.parseArgs(words.toArray(String[]::new)),
                    () -> document + ": parley " + String.join(" ", words));
        }
    }

    @ParameterizedTest
    @MethodSource("documents")
    void haveLinksThatLeadSomewhere(Path document) throws IOException {
        var links = LINK.matcher(Files.readString(document));
        while (links.find()) {
            var target = document.toAbsolutePath().resolveSibling(links.group(1));
            assertTrue(Files.exists(target), document + ": " + links.group(1));
        }
    }

    @ParameterizedTest
    @MethodSource("documents")
    void speakOfThisVersion(Path document) throws IOException {
        var versions = RELEASE.matcher(Files.readString(document));
        while (versions.find()) {
            assertThat(versions.group(1)).as(document.toString()).isEqualTo(Version.current());
        }
    }
}
