package dev.parley.workspace.changes;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.base.disk.PrivateFiles;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Set;
import java.util.zip.DeflaterOutputStream;

/// Commits and refs as git writes them, two small files: a turn waits for them, and git takes
/// longer to start than they take to be written. What is not as usual is left to git.
final class LooseFiles {
    private static final String WHO = "Parley <parley@localhost> ";
    private static final long LARGEST_LIST = 256 * 1024;
    private static final int TRIES = 3;

    private LooseFiles() {}

    /// A commit without history.
    ///
    /// @param tree one that is there
    /// @return its id
    static String commit(Place place, String tree, String message, Instant at) throws IOException {
        var who = WHO + at.getEpochSecond() + " +0000\n";
        var text = "tree " + tree + "\nauthor " + who + "committer " + who + "\n" + message + "\n";
        var body = text.getBytes(UTF_8);
        var whole = new ByteArrayOutputStream();
        whole.writeBytes(("commit " + body.length + "\0").getBytes(US_ASCII));
        whole.writeBytes(body);
        var id = digest(place, whole.toByteArray());
        var directory = directory(place, place.objects().resolve(id.substring(0, 2)));
        var file = directory.resolve(id.substring(2));
        if (!Files.exists(file)) {
            // By this name git knows what one that was killed has left.
            var draft = directory.resolve("tmp_obj_" + id.substring(2));
            Files.deleteIfExists(draft);
            write(draft, place.isOutside() ? "r--------" : "r--r--r--", deflated(whole));
            move(draft, file);
        }
        return id;
    }

    private static String digest(Place place, byte[] whole) throws IOException {
        try {
            var algorithm = place.format().equals("sha256") ? "SHA-256" : "SHA-1";
            return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(whole));
        } catch (NoSuchAlgorithmException e) {
            throw new IOException(e);
        }
    }

    private static byte[] deflated(ByteArrayOutputStream whole) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DeflaterOutputStream(bytes)) {
            whole.writeTo(out);
        }
        return bytes.toByteArray();
    }

    /// Makes a ref, as git does: under its lock, and only if it is not there.
    ///
    /// @return false when that is for git to decide
    static boolean ref(Place place, String name, String commit) throws IOException {
        if (!isPlain(place, name)) {
            return false;
        }
        var file = place.refs().resolve(name);
        var lock = file.resolveSibling(file.getFileName() + ".lock");
        if (!locked(place, lock, commit)) {
            return false;
        }
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            Files.delete(lock);
            return false;
        }
        move(lock, file);
        return true;
    }

    /// Refs may be kept in tables, and any of them in a list of all.
    private static boolean isPlain(Place place, String name) throws IOException {
        if (Files.exists(place.refs().resolve("reftable"))) {
            return false;
        }
        var list = place.refs().resolve("packed-refs");
        return !Files.exists(list)
                || (Files.size(list) <= LARGEST_LIST
                        && !new String(Files.readAllBytes(list), UTF_8).contains(" " + name));
    }

    /// Git takes empty directories away, perhaps just now.
    private static boolean locked(Place place, Path lock, String commit) throws IOException {
        for (var tries = 1; ; tries++) {
            directory(place, lock.resolveSibling(""));
            try {
                write(lock, place.isOutside() ? "rw-------" : "rw-rw-rw-", line(commit));
                return true;
            } catch (FileAlreadyExistsException _) {
                return false;
            } catch (NoSuchFileException e) {
                if (tries == TRIES) {
                    throw e;
                }
            }
        }
    }

    private static byte[] line(String commit) {
        return (commit + "\n").getBytes(US_ASCII);
    }

    /// In a repository what is new is as open as the user's umask says.
    private static Path directory(Place place, Path directory) throws IOException {
        return place.isOutside()
                ? PrivateFiles.directories(directory)
                : Files.createDirectories(directory);
    }

    private static void write(Path file, String mode, byte[] bytes) throws IOException {
        var made = false;
        try (var out =
                Files.newByteChannel(
                        file,
                        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString(mode)))) {
            made = true;
            var rest = ByteBuffer.wrap(bytes);
            while (rest.hasRemaining()) {
                out.write(rest);
            }
        } catch (IOException e) {
            if (made) {
                Files.deleteIfExists(file);
            }
            throw e;
        }
    }

    private static void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            Files.deleteIfExists(from);
            throw e;
        }
    }
}
