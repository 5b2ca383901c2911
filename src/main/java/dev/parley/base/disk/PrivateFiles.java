package dev.parley.base.disk;

import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/// Files and directories for nobody but their owner, whatever the umask says. What children make is
/// theirs: the umask itself is left alone.
public final class PrivateFiles {
    private static final Set<PosixFilePermission> DIRECTORY =
            PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> FILE =
            PosixFilePermissions.fromString("rw-------");

    private PrivateFiles() {}

    /// Makes a directory and those above it that are not there yet; others stay as they are.
    public static Path directories(Path directory) throws IOException {
        return Files.createDirectories(directory, attribute(DIRECTORY));
    }

    /// Makes the directory that a file is to be in.
    ///
    /// @return that directory
    public static Path directoryOf(Path file) throws IOException {
        return directories(file.toAbsolutePath().resolveSibling(""));
    }

    /// Makes a file, empty, unless it is there.
    public static void file(Path file) throws IOException {
        if (!Files.exists(file)) {
            try {
                Files.createFile(file, attribute(FILE));
            } catch (FileAlreadyExistsException _) {
                // another Parley was quicker
            }
        }
    }

    /// Writes a file, and makes its directory if that is not there.
    public static void write(Path file, byte[] content) throws IOException {
        directoryOf(file);
        file(file);
        Files.write(file, content);
    }

    /// The same for a file that others read meanwhile, or that must not be lost: there is always
    /// the old content or the new one, also when the disk is full or Parley is killed.
    public static void replace(Path file, byte[] content) throws IOException {
        var draft =
                Files.createTempFile(
                        directoryOf(file), "." + file.getFileName(), ".tmp", attribute(FILE));
        try {
            Files.write(draft, content);
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /// Takes from everybody else what they may do with a file that somebody else makes.
    public static void restrict(Path file) throws IOException {
        Files.setPosixFilePermissions(file, FILE);
    }

    /// Whether others can change it.
    public static boolean isOpenToOthers(Path place) throws IOException {
        var all = Files.getPosixFilePermissions(place, LinkOption.NOFOLLOW_LINKS);
        return all.contains(PosixFilePermission.GROUP_WRITE)
                || all.contains(PosixFilePermission.OTHERS_WRITE);
    }

    /// Closes a directory that others can look into, with everything below it. Costs a single look
    /// when it is closed already: then nobody gets at what is in it.
    ///
    /// @param except what lies there on behalf of others, and stays as it is
    public static void close(Path directory, Path except) {
        try {
            if (Files.isDirectory(directory)
                    && !Files.getPosixFilePermissions(directory).equals(DIRECTORY)) {
                Files.setPosixFilePermissions(directory, DIRECTORY);
                Files.walkFileTree(directory, new Closing(except));
            }
        } catch (IOException e) {
            LoggerFactory.getLogger(PrivateFiles.class)
                    .warn("{} is open to other users and cannot be closed", directory);
        }
    }

    /// Lets nobody else change a directory; who may read it stays as it is.
    public static void keepOthersFromWriting(Path directory) {
        try {
            if (Files.isDirectory(directory) && isOpenToOthers(directory)) {
                var left = EnumSet.copyOf(Files.getPosixFilePermissions(directory));
                left.remove(PosixFilePermission.GROUP_WRITE);
                left.remove(PosixFilePermission.OTHERS_WRITE);
                Files.setPosixFilePermissions(directory, left);
            }
        } catch (IOException e) {
            LoggerFactory.getLogger(PrivateFiles.class)
                    .warn("{} can be changed by other users", directory);
        }
    }

    private static FileAttribute<Set<PosixFilePermission>> attribute(
            Set<PosixFilePermission> permissions) {
        return PosixFilePermissions.asFileAttribute(permissions);
    }

    private static final class Closing extends SimpleFileVisitor<Path> {
        private final Path except;

        Closing(Path except) {
            this.except = except;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes facts)
                throws IOException {
            Files.setPosixFilePermissions(directory, DIRECTORY);
            return directory.equals(except)
                    ? FileVisitResult.SKIP_SUBTREE
                    : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes facts) throws IOException {
            if (facts.isRegularFile()) {
                Files.setPosixFilePermissions(file, FILE);
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE; // gone meanwhile
        }
    }
}
