package dev.parley.workspace.changes;

import dev.parley.api.SessionId;
import dev.parley.api.UndoPlan;
import dev.parley.base.disk.DiskProblem;
import dev.parley.base.disk.PrivateFiles;
import dev.parley.base.json.Json;
import dev.parley.event.OwnWords;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// What agents are to hear about changes of theirs that were taken back: it goes with the next
/// prompt. On disk, since whoever undoes may be another Parley than the one that talks with the
/// agent. Thread-safe.
public final class UndoNotes {
    private static final String WORDS =
            "The user has taken back changes to files that you made earlier. Look at the files"
                    + " before you go on. This is a report of Parley, not a request of the user.";

    private static final int MOST_FILES = 50;

    private final Path directory;
    private final Map<SessionId, Integer> told = new ConcurrentHashMap<>();

    /// @param directory where Parley keeps its part of changes
    public UndoNotes(Path directory) {
        this.directory = directory.resolve("notes");
    }

    private Path file(SessionId session) {
        return directory.resolve(session.value());
    }

    /// @param turn the number of what was taken back
    public synchronized void undone(SessionId session, int turn, UndoPlan plan) {
        var line = Json.object().put("turn", turn);
        var files = line.putObject("files");
        plan.files().stream()
                .limit(MOST_FILES)
                .forEach(file -> files.put(file.path(), file.action().wireName()));
        if (plan.files().size() > MOST_FILES) {
            line.put("more", plan.files().size() - MOST_FILES);
        }
        write(session, (read(session) + Json.write(line) + "\n").lines().toList());
    }

    /// A new session goes on with an older one: this goes before its first prompt, as it is.
    public synchronized void goesOn(SessionId session, String earlier) {
        try {
            PrivateFiles.replace(preface(session), earlier.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw DiskProblem.ofData(directory, e);
        }
    }

    private Path preface(SessionId session) {
        return directory.resolve(session.value() + ".earlier");
    }

    private String earlier(SessionId session) {
        try {
            return Files.exists(preface(session)) ? Files.readString(preface(session)) : "";
        } catch (IOException e) {
            throw DiskProblem.ofData(directory, e);
        }
    }

    /// The words to put before the next prompt; empty when there is nothing to tell.
    public synchronized String before(SessionId session) {
        return report(session) + earlier(session);
    }

    private String report(SessionId session) {
        var notes = read(session);
        if (notes.isEmpty()) {
            return "";
        }
        told.put(session, (int) notes.lines().count());
        // Nothing in a name can end the report.
        return OwnWords.report(WORDS + "\n" + notes.strip().replace("<", "\\u003c"));
    }

    /// The turn came to its end: its agent has heard all of it.
    public synchronized void heard(SessionId session) {
        try {
            Files.deleteIfExists(preface(session));
        } catch (IOException e) {
            throw DiskProblem.ofData(directory, e);
        }
        var count = told.remove(session);
        if (count != null) {
            write(session, read(session).lines().skip(count).toList());
        }
    }

    private String read(SessionId session) {
        try {
            return Files.exists(file(session)) ? Files.readString(file(session)) : "";
        } catch (IOException e) {
            throw DiskProblem.ofData(directory, e);
        }
    }

    private void write(SessionId session, List<String> lines) {
        try {
            if (lines.isEmpty()) {
                Files.deleteIfExists(file(session));
            } else {
                var text = String.join("\n", lines) + "\n";
                PrivateFiles.replace(file(session), text.getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw DiskProblem.ofData(directory, e);
        }
    }
}
