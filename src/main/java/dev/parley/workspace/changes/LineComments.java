package dev.parley.workspace.changes;

import dev.parley.api.LineComment;
import dev.parley.api.SessionId;
import dev.parley.base.disk.DiskProblem;
import dev.parley.base.disk.PrivateFiles;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.workspace.changes.CheckpointRefs.Entry;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Comments on lines of what a session changed, kept until they are sent, and the prompt that is
/// made of them. Thread-safe.
public final class LineComments {
    private static final int MOST = 200;
    private static final int LONGEST = 10_000;
    private static final int MOST_LINES = 40;

    private final Workbench workbench;
    private final Path directory;

    public LineComments(Checkpoints checkpoints) {
        workbench = checkpoints.workbench();
        directory = workbench.directory().resolve("comments");
    }

    private Path file(SessionId session) {
        return directory.resolve(session.value());
    }

    public synchronized List<LineComment> of(SessionId session) {
        try {
            var found = new ArrayList<LineComment>();
            if (Files.exists(file(session))) {
                for (var line : Files.readAllLines(file(session))) {
                    Json.parseObject(line)
                            .ifPresent(json -> found.add(Json.read(json, LineComment.class)));
                }
            }
            return found;
        } catch (IOException e) {
            throw DiskProblem.ofData(directory, e);
        }
    }

    public synchronized List<LineComment> add(SessionId session, LineComment comment) {
        check(comment);
        var all = new ArrayList<>(of(session));
        if (all.size() >= MOST) {
            throw Problem.invalid(
                    all.size() + " comments wait in this session already.", "Send them first.");
        }
        all.add(comment);
        keep(session, all);
        return all;
    }

    private static void check(LineComment comment) {
        if (comment.path().isBlank()
                || comment.line() < 1
                || (comment.endLine() != null && comment.endLine() < comment.line())) {
            throw Problem.invalid(
                    "A comment needs a file and a line of it.",
                    "Give path and line; lines count from 1.");
        }
        if (comment.text().isBlank() || comment.text().length() > LONGEST) {
            throw Problem.invalid(
                    "The comment is empty or too long.",
                    "Say what is to be different, in " + LONGEST + " characters at most.");
        }
    }

    /// @param at which one, counted from 0
    public synchronized List<LineComment> remove(SessionId session, int at) {
        var all = new ArrayList<>(of(session));
        if (at < 0 || at >= all.size()) {
            throw Problem.notFound("There is no comment " + at + ".", "List them first.");
        }
        all.remove(at);
        keep(session, all);
        return all;
    }

    /// Those are sent. What was written meanwhile waits for the next prompt.
    public synchronized void sent(SessionId session, List<LineComment> comments) {
        var left = new ArrayList<>(of(session));
        comments.forEach(left::remove);
        keep(session, left);
    }

    private void keep(SessionId session, List<LineComment> all) {
        try {
            if (all.isEmpty()) {
                Files.deleteIfExists(file(session));
                return;
            }
            var text = new StringBuilder();
            all.forEach(comment -> text.append(Json.write(comment)).append('\n'));
            PrivateFiles.replace(file(session), text.toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw DiskProblem.ofData(directory, e);
        }
    }

    /// A prompt, and the comments that are in it.
    public record Draft(String prompt, List<LineComment> comments) {}

    /// All of them as one prompt, each with the code it is about.
    public Draft draft(SessionId session, Path cwd) throws InterruptedException {
        var all = of(session);
        if (all.isEmpty()) {
            throw Problem.invalid("There are no comments to send.", "Write some first.");
        }
        var place = workbench.place(cwd);
        var entries = workbench.refs().of(place, session).stream().filter(Entry::isWhole).toList();
        var text = new StringBuilder("Please see to these comments on your changes:\n");
        for (var comment : all) {
            text.append('\n').append(where(comment)).append('\n');
            var code = code(place, entries, comment);
            if (!code.isEmpty()) {
                code.forEach(line -> text.append("> ").append(line).append('\n'));
                text.append('\n');
            }
            text.append(comment.text().strip()).append('\n');
        }
        return new Draft(text.toString(), List.copyOf(all));
    }

    private static String where(LineComment comment) {
        var end = comment.endLine();
        var isOne = end == null || end == comment.line();
        return comment.path().replace("\n", "\\n")
                + (isOne ? ", line " + comment.line() : ", lines " + comment.line() + " to " + end)
                + (comment.old() ? ", as it was before" : "")
                + ":";
    }

    private List<String> code(Place place, List<Entry> entries, LineComment comment)
            throws InterruptedException {
        var tree = tree(entries, comment);
        if (tree == null || comment.path().contains("\n") || !GitName.isText(comment.path())) {
            return List.of();
        }
        var answer =
                workbench.git().ask(place, "", "cat-file", "blob", tree + ":" + comment.path());
        if (!answer.isOk()) {
            return List.of();
        }
        var end = comment.endLine() == null ? comment.line() : comment.endLine();
        return answer.output()
                .lines()
                .skip(comment.line() - 1L)
                .limit(Math.min(MOST_LINES, end - comment.line() + 1L))
                .toList();
    }

    private static @Nullable String tree(List<Entry> entries, LineComment comment) {
        var turn = comment.turn();
        var about =
                entries.stream().filter(entry -> turn == null || entry.number() == turn).toList();
        if (about.isEmpty()) {
            return null;
        }
        return comment.old()
                ? Objects.requireNonNull(about.getFirst().before()).tree()
                : Objects.requireNonNull(about.getLast().after()).tree();
    }
}
