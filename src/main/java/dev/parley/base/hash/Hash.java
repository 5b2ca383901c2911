package dev.parley.base.hash;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// The hash of a text.
public final class Hash {
    private Hash() {}

    public static String sha256(String text) {
        return of("SHA-256", text);
    }

    /// @param algorithm one that every JDK has: `MD5`, `SHA-1`, `SHA-256`
    public static String of(String algorithm, String text) {
        try {
            var digest = MessageDigest.getInstance(algorithm).digest(text.getBytes(UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
