package dev.parley.session.approval;

import dev.parley.event.Intent;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A file as an agent names it, and where the links on the way lead. A rule that allows has to fit
/// both; a rule that denies fits either.
///
/// @param cwd the directory of the session
record NamedFile(String name, Path cwd) {
    private static final int MOST_LINKS = 20;

    /// Whether a rule allows it: by its name and by its place.
    boolean isAllowedBy(SubjectPattern rule) {
        var path = place(name);
        if (path.isEmpty()) {
            return !name.contains("..") && rule.matches(name);
        }
        return names(path.get()).anyMatch(rule::matches)
                && places(path.get(), rule.directory(), false).stream().anyMatch(rule::matches);
    }

    /// Whether a rule forbids it: by any of its names or by its place.
    boolean isDeniedBy(SubjectPattern rule) {
        return Stream.concat(
                        Stream.of(name),
                        place(name).stream()
                                .flatMap(path ->
                                        Stream.concat(
                                                names(path),
                                                places(path, rule.directory(), true).stream())))
                .anyMatch(rule::matches);
    }

    /// Where a name leads, links aside; nothing where that is not known from the name.
    private Optional<Path> place(String text) {
        try {
            if (text.startsWith("~/")) {
                return Optional.of(Path.of(System.getProperty("user.home"), text.substring(1)));
            }
            if (text.startsWith("file:")) {
                return Optional.of(Path.of(URI.create(text)));
            }
            return Intent.isExpanded(text) ? Optional.empty() : Optional.of(cwd.resolve(text));
        } catch (IllegalArgumentException | FileSystemNotFoundException _) {
            return Optional.empty();
        }
    }

    private Stream<String> names(Path path) {
        var whole = path.normalize();
        return Stream.of(
                        Optional.of(whole.toString()),
                        below(cwd, whole),
                        Optional.of(name).filter(written -> !written.contains("..")))
                .flatMap(Optional::stream);
    }

    /// The place in all ways in which a rule may name it.
    ///
    /// @param directory the folder of the rule, which may be a link itself
    /// @param trustsLinks the folder counts also if it is a link out of the session's directory
    private List<String> places(Path path, String directory, boolean trustsLinks) {
        try {
            var real = real(path);
            var top = real(cwd);
            var all = new ArrayList<>(List.of(real.toString()));
            below(top, real).ifPresent(all::add);
            var folder = directory.isEmpty() ? Optional.<Path>empty() : place(directory);
            if (folder.isPresent()) {
                var realFolder = real(folder.get());
                if (trustsLinks
                        || !folder.get().normalize().startsWith(cwd)
                        || realFolder.startsWith(top)) {
                    below(realFolder, real).ifPresent(rest -> all.add(directory + rest));
                }
            }
            return all;
        } catch (IOException _) {
            return List.of();
        }
    }

    private static Optional<String> below(Path top, Path path) {
        return path.startsWith(top) && !path.equals(top)
                ? Optional.of(top.relativize(path).toString())
                : Optional.empty();
    }

    /// Where a file is, or would be if it were made.
    static Path real(Path file) throws IOException {
        return real(file, MOST_LINKS);
    }

    private static Path real(Path file, int links) throws IOException {
        if (Files.exists(file)) {
            return file.toRealPath();
        }
        if (Files.isSymbolicLink(file)) {
            if (links == 0) {
                throw new FileSystemLoopException(file.toString());
            }
            return real(file.resolveSibling(Files.readSymbolicLink(file)), links - 1);
        }
        var parent = file.getParent();
        return parent == null ? file : real(parent, links).resolve(file.getFileName()).normalize();
    }
}
