package dev.parley.door.http;

import dev.parley.base.disk.DiskProblem;
import dev.parley.base.disk.PrivateFiles;
import dev.parley.base.problem.Problem;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/// The secret every door asks for. It lies in a file only the user can read.
public record Token(String value) {
    private static final SecureRandom RANDOM = new SecureRandom();

    /// Reads the file, or makes it.
    public static Token in(Path file) {
        try {
            PrivateFiles.directoryOf(file);
            if (!Files.exists(file)) {
                make(file);
            }
            var value = Files.readString(file).strip();
            if (value.length() < 16) {
                throw Problem.brokenConfiguration(
                        "The token in " + file + " is too short.",
                        "Remove the file; Parley makes a new one.");
            }
            return new Token(value);
        } catch (IOException e) {
            throw DiskProblem.of(
                    file,
                    e,
                    Problem.brokenConfiguration(
                            "The token file " + file + " cannot be used: " + e.getMessage(),
                            "Make its directory writable for you, or remove the file."));
        }
    }

    /// One that nobody is told.
    public static Token unknown() {
        return new Token(random());
    }

    /// The file appears under its name with its content, so that of two starts at the same time the
    /// second finds the whole token of the first.
    private static void make(Path file) throws IOException {
        var draft =
                Files.createTempFile(
                        file.toAbsolutePath().getParent(),
                        "token",
                        null,
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rw-------")));
        try {
            Files.writeString(draft, random());
            Files.createLink(file, draft);
        } catch (FileAlreadyExistsException _) {
            // the other start was first
        } finally {
            Files.delete(draft);
        }
    }

    static String random() {
        var bytes = new byte[32];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /// Compares without telling by its duration how much was right.
    boolean matches(String other) {
        return equal(value, other);
    }

    static boolean equal(String one, String other) {
        return MessageDigest.isEqual(
                one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return "Token[…]";
    }
}
