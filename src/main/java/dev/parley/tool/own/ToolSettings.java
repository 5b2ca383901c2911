package dev.parley.tool.own;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a user has set about tools. A word is the name of a tool or of a group.
///
/// @param usual the words for everybody; absent: all there is
/// @param projects other words for those in a directory or below it
/// @param trusted the directories whose own declarations may be used
public record ToolSettings(
        @Nullable List<String> usual, Map<Path, List<String>> projects, List<Path> trusted) {
    public ToolSettings {
        usual = usual == null ? null : List.copyOf(usual);
        projects = real(projects);
        trusted = trusted.stream().map(ToolSettings::real).toList();
    }

    /// Nothing is set.
    public static ToolSettings none() {
        return new ToolSettings(null, Map.of(), List.of());
    }

    /// The nearest trusted directory that a directory is or is in.
    Optional<Path> findTrusted(Path directory) {
        return nearest(trusted, directory);
    }

    Optional<List<String>> findWords(Path directory) {
        return nearest(projects.keySet(), directory)
                .map(projects::get)
                .or(() -> Optional.ofNullable(usual));
    }

    private static Optional<Path> nearest(Collection<Path> projects, Path directory) {
        return projects.stream()
                .filter(directory::startsWith)
                .max(Comparator.comparingInt(Path::getNameCount));
    }

    private static Map<Path, List<String>> real(Map<Path, List<String>> projects) {
        var all = new LinkedHashMap<Path, List<String>>();
        projects.forEach((project, words) -> all.put(real(project), List.copyOf(words)));
        return all;
    }

    /// Sessions know their directories without links.
    static Path real(Path directory) {
        try {
            return directory.toRealPath();
        } catch (IOException _) {
            return directory.toAbsolutePath().normalize();
        }
    }
}
