package dev.parley.door.cli.live;

import dev.parley.base.screen.Visible;
import dev.parley.event.Offer;
import dev.parley.event.Permission;

import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;

/// Completes what is typed in a chat: commands at the beginning, models and modes behind theirs,
/// and files behind an `@` anywhere.
final class ChatCompleter implements Completer {
    /// As many files of a directory are looked at.
    private static final int MOST_FILES = 2000;

    private final Path directory;
    private final Callable<Offer> offer;
    private final List<String> models;

    /// @param directory where files are looked for
    /// @param offer what the agent tells of itself by now
    /// @param models those that Parley knows
    ChatCompleter(Path directory, Callable<Offer> offer, List<String> models) {
        this.directory = directory;
        this.offer = offer;
        this.models = models;
    }

    @Override
    public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
        var word = line.word().substring(0, line.wordCursor());
        var command = line.words().isEmpty() ? "" : line.words().getFirst();
        if (word.startsWith("@")) {
            files(word.substring(1), candidates);
        } else if (line.wordIndex() == 0 && word.startsWith("/")) {
            commands(candidates);
        } else if (line.wordIndex() == 1 && command.equals("/model")) {
            models(candidates);
        } else if (line.wordIndex() == 1 && command.equals("/mode")) {
            Arrays.stream(Permission.values())
                    .forEach(mode -> candidates.add(new Candidate(mode.wireName())));
        }
    }

    private void commands(List<Candidate> candidates) {
        for (var one : ChatCommands.OWN) {
            candidates.add(candidate("/" + one.name(), one.about()));
        }
        var theirs = offered().commands();
        if (theirs != null) {
            theirs.forEach(one -> candidates.add(candidate("/" + one.name(), one.description())));
        }
    }

    private void models(List<Candidate> candidates) {
        var theirs = offered().models();
        if (theirs == null || theirs.isEmpty()) {
            models.forEach(name -> candidates.add(new Candidate(name)));
        } else {
            theirs.forEach(one -> candidates.add(candidate(one.id(), one.name())));
        }
    }

    /// An agent that does not answer must not spoil the line.
    private Offer offered() {
        try {
            return offer.call();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Offer.NOTHING;
        } catch (Exception _) {
            return Offer.NOTHING;
        }
    }

    private static Candidate candidate(String value, @Nullable String about) {
        var safe = Visible.oneLine(value);
        var words = about == null ? "" : Visible.oneLine(about);
        return new Candidate(safe, safe, null, words.isEmpty() ? null : words, null, null, true);
    }

    private void files(String typed, List<Candidate> candidates) {
        var slash = typed.lastIndexOf('/') + 1;
        var above = typed.substring(0, slash);
        var begin = typed.substring(slash);
        try (var files = Files.list(directory.resolve(above))) {
            files.limit(MOST_FILES)
                    .filter(file -> isMeant(file.getFileName().toString(), begin))
                    .sorted()
                    .forEach(file -> candidates.add(file(above, file)));
        } catch (IOException | InvalidPathException _) {
            // There is nothing to complete.
        }
    }

    /// Hidden files are offered to those who ask for them, and names with spaces or worse to
    /// nobody.
    private static boolean isMeant(String name, String begin) {
        return (begin.startsWith(".") || !name.startsWith("."))
                && name.codePoints().noneMatch(c -> Character.isWhitespace(c))
                && Visible.oneLine(name).equals(name);
    }

    private static Candidate file(String above, Path file) {
        var name = file.getFileName().toString() + (Files.isDirectory(file) ? "/" : "");
        return new Candidate("@" + above + name, name, null, null, null, null, !name.endsWith("/"));
    }
}
