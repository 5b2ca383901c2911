package dev.parley.door.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.base.problem.Problem;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;

class TokenTest {
    @TempDir Path directory;

    @Test
    void isMadeOnceInAFileOnlyTheUserCanRead() throws IOException {
        var file = directory.resolve("data/token");
        var token = Token.in(file);
        assertEquals(token, Token.in(file));
        assertEquals(
                "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        assertThat(token.value()).matches("[A-Za-z0-9_-]{43}");
        try (var files = Files.list(file.getParent())) {
            assertEquals(List.of(file), files.toList());
        }
        assertNotEquals(token, Token.in(directory.resolve("other")));
    }

    @Test
    void manyStartsAtTheSameTimeAgreeOnOne() throws Exception {
        for (var round = 0; round < 20; round++) {
            var file = directory.resolve("token" + round);
            var together = new CyclicBarrier(8);
            var tokens = new HashSet<Token>();
            try (var starts = Executors.newFixedThreadPool(8)) {
                Callable<Token> start =
                        () -> {
                            together.await();
                            return Token.in(file);
                        };
                for (var made : starts.invokeAll(Collections.nCopies(8, start))) {
                    tokens.add(made.get());
                }
            }
            assertEquals(1, tokens.size());
        }
    }

    @Test
    void aTokenOfOnesOwnIsTaken() throws IOException {
        var file = Files.writeString(directory.resolve("token"), "  sixteen-or-more-characters\n");
        assertEquals(new Token("sixteen-or-more-characters"), Token.in(file));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "short", "fifteen-letters"})
    void aTokenThatIsTooShortIsRefused(String text) throws IOException {
        var file = Files.writeString(directory.resolve("token"), text);
        var problem = assertThrows(Problem.class, () -> Token.in(file));
        assertEquals(Problem.Kind.BROKEN_CONFIGURATION, problem.kind());
        assertEquals("The token in " + file + " is too short.", problem.message());
    }

    @Test
    void whatCannotBeReadIsNamed() throws IOException {
        var latin = Files.write(directory.resolve("latin"), new byte[] {(byte) 0xff});
        for (var file : List.of(directory, latin, latin.resolve("below"))) {
            assertThat(assertThrows(Problem.class, () -> Token.in(file)).message())
                    .startsWith("The token file " + file + " cannot be used: ");
        }
    }

    @Test
    void matchesOnlyItself() {
        var token = new Token("sixteen-or-more-characters");
        assertTrue(token.matches("sixteen-or-more-characters"));
        assertFalse(token.matches("sixteen-or-more-characterS"));
        assertFalse(token.matches(""));
    }

    @Test
    void isNotWrittenIntoALog() {
        assertEquals("Token[…]", new Token("sixteen-or-more-characters").toString());
    }
}
