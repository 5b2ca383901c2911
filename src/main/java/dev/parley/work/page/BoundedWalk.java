package dev.parley.work.page;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// The files below a directory that is no repository, as far as that goes quickly. Links are not
/// followed; hidden folders and those full of other people's files are left out.
///
/// @param files relative to the directory
record BoundedWalk(List<String> files, boolean isComplete) {
    private static final int MOST = 20_000;
    private static final int DEEPEST = 8;
    private static final Set<String> LEFT_OUT = Set.of("node_modules", "target", "build", "dist");

    static BoundedWalk below(Path directory) {
        var found = new ArrayList<String>();
        var isComplete = new boolean[] {true};
        try {
            Files.walkFileTree(
                    directory,
                    EnumSet.noneOf(FileVisitOption.class),
                    DEEPEST,
                    new SimpleFileVisitor<>() {
                        @Override
                        public FileVisitResult preVisitDirectory(
                                Path folder, BasicFileAttributes about) {
                            var name = String.valueOf(folder.getFileName());
                            return !folder.equals(directory)
                                            && (name.startsWith(".") || LEFT_OUT.contains(name))
                                    ? FileVisitResult.SKIP_SUBTREE
                                    : FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult visitFile(Path file, BasicFileAttributes about) {
                            if (found.size() >= MOST) {
                                isComplete[0] = false;
                                return FileVisitResult.TERMINATE;
                            }
                            if (about.isRegularFile()) {
                                found.add(directory.relativize(file).toString());
                            }
                            return FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult visitFileFailed(Path file, IOException why) {
                            return FileVisitResult.CONTINUE;
                        }
                    });
        } catch (IOException _) {
            isComplete[0] = false;
        }
        return new BoundedWalk(found, isComplete[0]);
    }
}
