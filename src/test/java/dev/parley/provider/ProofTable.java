package dev.parley.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.testing.Profiles;
import dev.parley.testing.real.Proofs;
import dev.parley.testing.real.RealCli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The tables in the documentation that say what runs of the real CLIs have shown. Each test that
/// writes some has its own place on the page, between two comments with its name.
final class ProofTable {
    private static final Path PAGE = Path.of("docs/providers/README.md");

    private ProofTable() {}

    /// The page says what the runs have shown, or with `-Dgolden=update` it does so from now on.
    static void check(Class<?> test, String tables) throws IOException {
        var writer = test.getSimpleName();
        var start = "<!-- Written by " + writer + ": mvn verify -Preal -Dgolden=update -->\n";
        var end = "<!-- End of what is written by " + writer + " -->\n";
        var page = Files.readString(PAGE);
        assertThat(page).contains(start, end);
        var written =
                page.substring(0, page.indexOf(start) + start.length())
                        + tables
                        + page.substring(page.indexOf(end));
        if ("update".equals(System.getProperty("golden"))) {
            Files.writeString(PAGE, written);
        } else {
            assertEquals(written, page);
        }
    }

    static String head() {
        return row("", cli -> Profiles.of(cli.id()).name(), "shown by")
                + "|"
                + "---|".repeat(RealCli.values().length + 2)
                + "\n";
    }

    static String rows(Enum<?>[] items) {
        return Arrays.stream(items)
                .map(item ->
                        row(
                                item.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                                cli -> Proofs.of(cli, item).orElse("–"),
                                Proofs.tests(item)))
                .collect(Collectors.joining());
    }

    static String row(String item, Function<RealCli, String> cell, String shownBy) {
        var cells = Arrays.stream(RealCli.values()).map(cell).collect(Collectors.joining(" | "));
        return "| " + item + " | " + cells + " | " + shownBy + " |\n";
    }
}
