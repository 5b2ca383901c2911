package dev.parley.work.access;

import dev.parley.api.ApiKey;
import dev.parley.base.hash.Hash;
import dev.parley.base.json.JsonFile;
import dev.parley.base.json.StrictJson;
import dev.parley.base.problem.Closest;
import dev.parley.base.problem.Problem;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// The named keys of the OpenAI door, in a file only the user can read. The file is looked at on
/// every question; while it is broken, no key opens anything. Thread-safe.
public final class ApiKeys {
    private static final Logger LOG = LoggerFactory.getLogger(ApiKeys.class);
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
    private static final int MOST = 100_000;
    private static final String PREFIX = "sk-parley-";

    /// A key as the file has it.
    ///
    /// @param sha256 the hash of the secret, in hexadecimal digits
    private record Entry(
            String sha256,
            List<String> models,
            @Nullable Integer maxConcurrent,
            @Nullable Integer perMinute,
            Instant created) {
        Entry {
            models = models == null ? List.of() : List.copyOf(models);
        }

        ApiKey named(String name) {
            return new ApiKey(name, models, maxConcurrent, perMinute, created);
        }
    }

    /// The form of the file.
    private static final class Entries extends LinkedHashMap<String, Entry> {}

    /// A key that was just made, with the secret nobody can look up again.
    public record Made(ApiKey key, String secret) {
        @Override
        public String toString() {
            return "Made[" + key.name() + "]";
        }
    }

    private final Path file;
    private final Clock clock;
    private Object stamp = ""; // how the file looked when it was read
    private Map<String, ApiKey> byHash = Map.of();

    public ApiKeys(Path file, Clock clock) {
        this.file = file;
        this.clock = clock;
    }

    /// All keys, in the order they were made.
    public List<ApiKey> all() {
        return read().entrySet().stream()
                .map(entry -> entry.getValue().named(entry.getKey()))
                .toList();
    }

    private Entries read() {
        return Files.exists(file) ? StrictJson.read(file, Entries.class) : new Entries();
    }

    /// The key of which this is the secret.
    public synchronized Optional<ApiKey> find(String secret) {
        if (!secret.startsWith(PREFIX)) {
            return Optional.empty();
        }
        var now = look();
        if (!now.equals(stamp)) {
            byHash = load();
            stamp = now;
        }
        return Optional.ofNullable(byHash.get(Hash.sha256(secret)));
    }

    public Made add(
            String name,
            List<String> models,
            Optional<Integer> maxConcurrent,
            Optional<Integer> perMinute) {
        if (!NAME.matcher(name).matches()) {
            throw Problem.invalid(
                    "\"" + name + "\" is no name for a key.",
                    "Use up to 100 letters, digits, dots, dashes and underscores.");
        }
        checkRange("--max-concurrent", maxConcurrent);
        checkRange("--per-minute", perMinute);
        var keys = read();
        if (keys.containsKey(name)) {
            throw Problem.invalid(
                    "There is a key \"" + name + "\" already.",
                    "Choose another name, or remove it first: parley keys remove " + name);
        }
        var bytes = new byte[32];
        new SecureRandom().nextBytes(bytes);
        var secret = PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        var entry =
                new Entry(
                        Hash.sha256(secret),
                        models,
                        maxConcurrent.orElse(null),
                        perMinute.orElse(null),
                        clock.instant());
        keys.put(name, entry);
        JsonFile.write(file, keys, JsonFile.PRIVATE);
        return new Made(entry.named(name), secret);
    }

    public void remove(String name) {
        var keys = read();
        if (keys.remove(name) == null) {
            throw Problem.notFound(
                    "There is no key \"" + name + "\".",
                    Closest.question(
                            name,
                            List.copyOf(keys.keySet()),
                            "See all of them with: parley keys list"));
        }
        JsonFile.write(file, keys, JsonFile.PRIVATE);
    }

    private static void checkRange(String option, Optional<Integer> value) {
        if (value.isPresent() && (value.get() < 1 || value.get() > MOST)) {
            throw Problem.invalid(
                    option + " is " + value.get() + ", but must be between 1 and " + MOST + ".",
                    "Correct it, or leave it out for no limit.");
        }
    }

    private Map<String, ApiKey> load() {
        try {
            var found = new LinkedHashMap<String, ApiKey>();
            read().forEach((name, entry) -> found.put(entry.sha256(), entry.named(name)));
            return found;
        } catch (Problem problem) {
            LOG.warn("{} {} Until then no key works.", problem.message(), problem.remedy());
            return Map.of();
        }
    }

    /// The file is only ever replaced as a whole, so its key tells a new one from an old one.
    private Object look() {
        try {
            var seen = Files.readAttributes(file, BasicFileAttributes.class);
            return List.of(seen.lastModifiedTime(), seen.size(), String.valueOf(seen.fileKey()));
        } catch (IOException _) {
            return "no file";
        }
    }
}
