package dev.parley.work.move;

import dev.parley.api.Move;
import dev.parley.api.MoveRequest;
import dev.parley.base.problem.Problem;
import dev.parley.event.Secrets;
import dev.parley.portable.Piece;
import dev.parley.portable.PortableLines;
import dev.parley.portable.ToolTable;

import org.jspecify.annotations.Nullable;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/// Carries a conversation to another machine: makes a file of it, and brings such a file into a
/// CLI.
public final class CarrySession {
    /// No line that a CLI takes is longer.
    private static final int LONGEST_LINE = 64 * 1024 * 1024;

    private final MovableSessions sessions;
    private final MoveTarget targets;
    private final MoveSession moves;

    public CarrySession(MovableSessions sessions, MoveTarget targets, MoveSession moves) {
        this.sessions = sessions;
        this.targets = targets;
        this.moves = moves;
    }

    /// @param session as a person may call it
    /// @param isRaw whether secrets stay in it
    public void export(String session, boolean isRaw, Consumer<String> each)
            throws InterruptedException {
        var conversation = sessions.named(session);
        var lines = new PortableLines(isRaw ? text -> text : Secrets::mask);
        each.accept(lines.write(conversation.heading()));
        conversation.source().read(piece -> each.accept(lines.write(piece)));
    }

    public Move bring(Path file, MoveRequest request) throws InterruptedException {
        var heading = PortableLines.heading(first(file));
        var provider = heading.from().provider();
        var isKnown = targets.find(provider).isPresent();
        return moves.move(
                new Conversation(
                        heading,
                        isKnown ? targets.profile(provider).name() : "another CLI",
                        targets.find(provider)
                                .map(format -> format.tools())
                                .orElseGet(ToolTable::new),
                        List.of(),
                        each -> read(file, each)),
                request);
    }

    private static String first(Path file) {
        try (var in = Files.newBufferedReader(file)) {
            var line = line(in);
            return line == null ? "" : line;
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    private static void read(Path file, Consumer<Piece> each) {
        try (var in = Files.newBufferedReader(file)) {
            line(in);
            for (var line = line(in); line != null; line = line(in)) {
                if (!line.isBlank()) {
                    each.accept(PortableLines.piece(line));
                }
            }
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /// A line that never ends must not fill the memory.
    private static @Nullable String line(BufferedReader in) throws IOException {
        var line = new StringBuilder();
        for (var next = in.read(); next >= 0; next = in.read()) {
            if (next == '\n') {
                return line.toString();
            }
            if (line.length() >= LONGEST_LINE) {
                throw new IOException("a line is too long");
            }
            line.append((char) next);
        }
        return line.isEmpty() ? null : line.toString();
    }

    private static Problem unreadable(Path file, IOException cause) {
        var why =
                switch (cause) {
                    case CharacterCodingException _ -> "it is no text";
                    case NoSuchFileException _ -> "there is no such file";
                    case IOException other -> other.getMessage();
                };
        return Problem.invalid(
                        file + " cannot be read: " + why,
                        "Name a file that parley export has written.")
                .causedBy(cause);
    }
}
