package dev.parley.sessionfile;

import dev.parley.base.hash.Hash;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/// Finds the path of a session's project. Several CLIs file sessions under a name made from the
/// path; where neither the session nor a registry of the CLI tells the path, it is found by making
/// that name of every path we know.
public final class ProjectResolver {
    /// What is as long as a hash that a path may have: SHA-256 with Gemini and older Qwen, MD5 with
    /// the old Kimi.
    private static final Map<Integer, String> ALGORITHMS = Map.of(64, "SHA-256", 32, "MD5");

    private final Map<String, String> byKey = new HashMap<>();
    private final Set<String> paths = new LinkedHashSet<>();
    private final Map<String, Map<String, String>> byHash = new ConcurrentHashMap<>();

    private final Function<String, Optional<String>> origins;

    public ProjectResolver() {
        this(_ -> Optional.empty());
    }

    /// @param origins which project a path belongs to, where that is not the path itself
    public ProjectResolver(Function<String, Optional<String>> origins) {
        this.origins = origins;
    }

    /// What a CLI itself has written down.
    public void learn(SessionNames registry) {
        registry.paths().forEach(this::learn);
        byKey.putAll(registry.projects());
    }

    /// A path at which sessions or repositories were seen.
    public void learn(String path) {
        if (paths.add(path)) {
            byHash.clear();
        }
    }

    /// The path, or nothing when the session's own key is all there is to show.
    public Optional<String> path(StoredFacts session) {
        return Optional.ofNullable(session.project())
                .or(() -> Optional.ofNullable(session.projectKey()).map(this::path))
                .or(() -> Optional.ofNullable(session.cwd()))
                .map(path -> origins.apply(path).orElse(path));
    }

    private @Nullable String path(String key) {
        var known = byKey.get(key);
        var algorithm = ALGORITHMS.get(key.length());
        return known != null || algorithm == null
                ? known
                : byHash.computeIfAbsent(algorithm, this::hashes).get(key);
    }

    /// Made only when somebody has such a key: most CLIs write down the path.
    private Map<String, String> hashes(String algorithm) {
        var hashes = HashMap.<String, String>newHashMap(paths.size());
        paths.forEach(path -> hashes.putIfAbsent(Hash.of(algorithm, path), path));
        return hashes;
    }
}
