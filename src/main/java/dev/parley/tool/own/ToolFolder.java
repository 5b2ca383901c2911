package dev.parley.tool.own;

import dev.parley.base.disk.FileStamp;
import dev.parley.base.problem.Problem;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The declarations in one folder. They are looked at on every question and read again when one has
/// changed; a broken one takes no other with it. Not thread-safe.
final class ToolFolder {
    /// More than anybody writes by hand. A repository may hold anything.
    private static final int MOST_FILES = 200;

    private static final long LARGEST = 1024L * 1024;

    /// What is in a folder; the same object as long as nothing changes.
    record Content(List<ToolFile.Declared> tools, List<BrokenTool> broken) {
        static final Content EMPTY = new Content(List.of(), List.of());
    }

    private final Path folder;
    private final Clock clock;
    private Content content = Content.EMPTY;
    private @Nullable Map<Path, FileStamp> stamps; // absent when it must be read again

    ToolFolder(Path folder, Clock clock) {
        this.folder = folder;
        this.clock = clock;
    }

    Content current() {
        var now = look();
        if (!now.equals(stamps)) {
            var read = read(List.copyOf(now.keySet()));
            content = read.equals(content) ? content : read;
            var moment = clock.instant();
            stamps = now.values().stream().allMatch(one -> one.isSettled(moment)) ? now : null;
        }
        return content;
    }

    private Map<Path, FileStamp> look() {
        var seen = new LinkedHashMap<Path, FileStamp>();
        if (Files.isDirectory(folder)) {
            try (var files = Files.list(folder)) {
                files.filter(file -> file.getFileName().toString().endsWith(".json"))
                        .limit(MOST_FILES)
                        .sorted()
                        .forEach(file -> seen.put(file, FileStamp.of(file)));
            } catch (IOException _) {
                return seen; // what cannot be listed offers nothing
            }
        }
        return seen;
    }

    private static Content read(List<Path> files) {
        var tools = new ArrayList<ToolFile.Declared>();
        var broken = new ArrayList<BrokenTool>();
        for (var file : files) {
            try {
                check(file);
                tools.add(ToolFile.read(file));
            } catch (Problem problem) {
                broken.add(BrokenTool.of(file, problem));
            }
        }
        return new Content(List.copyOf(tools), List.copyOf(broken));
    }

    /// A pipe would be read for ever.
    private static void check(Path file) {
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > LARGEST) {
                throw Problem.brokenConfiguration(
                        file + " is no file of at most 1 MB.", "Write the declaration of a tool.");
            }
        } catch (IOException e) {
            throw Problem.brokenConfiguration(
                    "Cannot read " + file + ": " + e.getMessage(), "Make it readable.");
        }
    }
}
