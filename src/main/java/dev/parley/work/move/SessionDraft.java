package dev.parley.work.move;

import dev.parley.base.disk.FileTree;
import dev.parley.base.disk.PrivateFiles;
import dev.parley.portable.NativeDraft;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.UnaryOperator;

/// A session on its way to disk: written beside its place, and renamed into it when it is right.
/// Until then, whatever happens, everything that was made is taken away by closing it.
final class SessionDraft implements AutoCloseable {
    private final NativeDraft draft;
    private final Path beside;
    private final UnaryOperator<OutputStream> disk;
    private final Deque<Path> made = new ArrayDeque<>();
    private boolean isPlaced;

    /// @param beside where it is written
    /// @param disk what is between us and the file
    SessionDraft(NativeDraft draft, Path beside, UnaryOperator<OutputStream> disk) {
        this.draft = draft;
        this.beside = beside;
        this.disk = disk;
    }

    /// A name that no CLI takes for a session of its own.
    static Path beside(NativeDraft draft) {
        var place = draft.place();
        return draft.lines().toString().isEmpty()
                ? place.resolveSibling("." + place.getFileName() + ".parley")
                // Two levels up, where nobody looks for sessions.
                : place.resolveSibling("").resolveSibling(".parley-" + place.getFileName());
    }

    /// What fills a draft with lines.
    interface Lines {
        void write(Line to) throws IOException, InterruptedException;
    }

    interface Line {
        void add(List<String> lines) throws IOException;
    }

    /// The file that holds the lines.
    Path lines() {
        return draft.lines().toString().isEmpty() ? beside : beside.resolve(draft.lines());
    }

    /// Everything is on the disk when this returns.
    void write(Lines content) throws IOException, InterruptedException {
        directories(lines());
        PrivateFiles.file(lines());
        try (var file = FileChannel.open(lines(), StandardOpenOption.WRITE);
                var out =
                        new BufferedOutputStream(
                                disk.apply(Channels.newOutputStream(file)), 1 << 16)) {
            content.write(lines -> {
                for (var line : lines) {
                    out.write(line.getBytes(StandardCharsets.UTF_8));
                    out.write('\n');
                }
            });
            out.flush();
            file.force(true);
        }
        for (var other : draft.beside().entrySet()) {
            var path = beside.resolve(other.getKey());
            // What belongs to the CLI stays as it is.
            if (!Files.exists(path)) {
                directories(path);
                if (!path.startsWith(beside)) {
                    made.push(path);
                }
                PrivateFiles.write(path, other.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    private void directories(Path file) throws IOException {
        var missing = new ArrayDeque<Path>();
        for (var folder = file.getParent();
                folder != null && !Files.exists(folder);
                folder = folder.getParent()) {
            missing.push(folder);
        }
        for (var folder : missing) {
            PrivateFiles.directories(folder);
            if (!folder.startsWith(beside)) {
                made.push(folder);
            }
        }
    }

    /// The CLI has it from here on.
    void place() throws IOException {
        directories(draft.place());
        Files.move(beside, draft.place(), StandardCopyOption.ATOMIC_MOVE);
        try {
            for (var entry : draft.registered().entrySet()) {
                append(entry.getKey(), entry.getValue());
            }
            isPlaced = true;
        } finally {
            if (!isPlaced) {
                FileTree.delete(draft.place());
            }
        }
    }

    /// A list that somebody else left without an end of line gets one first.
    private static void append(Path list, String line) throws IOException {
        PrivateFiles.directoryOf(list);
        PrivateFiles.file(list);
        try (var file = FileChannel.open(list, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            var size = file.size();
            var last = ByteBuffer.allocate(1);
            var isOpen = size > 0 && file.read(last, size - 1) == 1 && last.get(0) != '\n';
            var text =
                    ByteBuffer.wrap(
                            ((isOpen ? "\n" : "") + line + "\n").getBytes(StandardCharsets.UTF_8));
            try (var end = FileChannel.open(list, StandardOpenOption.APPEND)) {
                while (text.hasRemaining()) {
                    end.write(text);
                }
            }
        }
    }

    /// Takes back what is not in its place.
    @Override
    public void close() throws IOException {
        if (isPlaced) {
            return;
        }
        if (Files.exists(beside)) {
            FileTree.delete(beside);
        }
        for (var path : made) {
            try {
                Files.deleteIfExists(path);
            } catch (DirectoryNotEmptyException _) {
                // somebody else uses it by now
            }
        }
    }
}
