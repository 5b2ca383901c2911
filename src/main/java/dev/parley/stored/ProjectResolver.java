package dev.parley.stored;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/// Finds the path of a session's project. Several CLIs file sessions under a name made from the
/// path; where neither the session nor a registry of the CLI tells the path, it is found by making
/// that name of every path we know.
public final class ProjectResolver {
    private final Map<String, String> byKey = new HashMap<>();

    /// What a CLI itself has written down.
    public void learn(Registry registry) {
        registry.paths().forEach(this::learn);
        byKey.putAll(registry.projects());
    }

    /// A path at which sessions or repositories were seen.
    public void learn(String path) {
        // Gemini and older Qwen: SHA-256 of the path; the old Kimi: MD5.
        byKey.putIfAbsent(hash("SHA-256", path), path);
        byKey.putIfAbsent(hash("MD5", path), path);
    }

    /// The path, or nothing when the session's own key is all there is to show.
    public Optional<String> path(StoredSession session) {
        return Optional.ofNullable(session.project())
                .or(() -> Optional.ofNullable(session.projectKey()).map(byKey::get))
                .or(() -> Optional.ofNullable(session.cwd()));
    }

    private static String hash(String algorithm, String path) {
        try {
            var digest = MessageDigest.getInstance(algorithm).digest(path.getBytes(UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
