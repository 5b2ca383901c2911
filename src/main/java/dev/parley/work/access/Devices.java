package dev.parley.work.access;

import dev.parley.api.Device;
import dev.parley.base.disk.FileStamp;
import dev.parley.base.hash.Hash;
import dev.parley.base.json.JsonFile;
import dev.parley.base.json.StrictJson;
import dev.parley.base.problem.Problem;

import org.slf4j.LoggerFactory;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The browsers that were let in, in a file only the user can read: they stay known when Parley is
/// started again, until they are not seen for long or are revoked. Of their secrets only hashes are
/// kept. Thread-safe.
public final class Devices {
    /// How long a browser stays known without coming.
    public static final Duration LIFETIME = Duration.ofDays(90);

    private static final Duration NOTED_EVERY = Duration.ofHours(1);
    private static final int MOST = 50;
    private static final int LONGEST_NAME = 60;

    /// As the file has it.
    private record Entry(
            String name, String sha256, Instant created, Instant lastSeen, boolean isRemote) {
        Device named(String id) {
            return new Device(id, name, created, lastSeen, isRemote);
        }

        Entry seen(Instant when) {
            return new Entry(name, sha256, created, when, isRemote);
        }

        Entry called(String other) {
            return new Entry(other, sha256, created, lastSeen, isRemote);
        }
    }

    /// The form of the file.
    private static final class Entries extends LinkedHashMap<String, Entry> {
        private static final long serialVersionUID = 1;
    }

    private final Path file;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();
    private Object stamp = ""; // how the file looked when it was read; guarded by this
    private Entries known = new Entries(); // guarded by this

    public Devices(Path file, Clock clock) {
        this.file = file;
        this.clock = clock;
    }

    /// Lets a browser in.
    ///
    /// @return the secret it shows from now on
    public synchronized String add(String name, boolean isRemote) {
        var all = read();
        var now = clock.instant();
        all.values().removeIf(entry -> isOver(entry, now));
        while (all.size() >= MOST) {
            all.entrySet().stream()
                    .min(Comparator.comparing(one -> one.getValue().lastSeen()))
                    .map(Map.Entry::getKey)
                    .ifPresent(all::remove);
        }
        var secret = secret();
        var id = Hash.sha256(secret).substring(0, 8);
        all.put(id, new Entry(clean(name), Hash.sha256(secret), now, now, isRemote));
        write(all);
        return secret;
    }

    private String secret() {
        var bytes = new byte[32];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /// The name comes from the browser, or from a person.
    private static String clean(String name) {
        var line = name.replaceAll("[\\p{Cntrl}\\p{Cf}]", " ").strip();
        var cut = line.length() > LONGEST_NAME ? line.substring(0, LONGEST_NAME) : line;
        return cut.isEmpty() ? "Browser" : cut;
    }

    private static boolean isOver(Entry entry, Instant now) {
        return entry.lastSeen().plus(LIFETIME).isBefore(now);
    }

    /// The browser of which this is the secret.
    public synchronized Optional<Device> find(String secret) {
        var hash = Hash.sha256(secret);
        var now = clock.instant();
        var all = current();
        for (var one : all.entrySet()) {
            var entry = one.getValue();
            if (entry.sha256().equals(hash) && !isOver(entry, now)) {
                if (entry.lastSeen().plus(NOTED_EVERY).isBefore(now)) {
                    note(one.getKey(), now);
                }
                return Optional.of(entry.named(one.getKey()));
            }
        }
        return Optional.empty();
    }

    /// That it came is worth no failure.
    private void note(String id, Instant now) {
        try {
            var all = read();
            all.computeIfPresent(id, (_, entry) -> entry.seen(now));
            write(all);
        } catch (Problem problem) {
            LoggerFactory.getLogger(Devices.class).debug("Not noted: {}", problem.message());
        }
    }

    /// Those that were seen last come first.
    public synchronized List<Device> all() {
        return read().entrySet().stream()
                .map(one -> one.getValue().named(one.getKey()))
                .sorted(Comparator.comparing(Device::lastSeen).reversed())
                .toList();
    }

    public synchronized void rename(String id, String name) {
        var all = read();
        checked(all, id);
        all.computeIfPresent(id, (_, entry) -> entry.called(clean(name)));
        write(all);
    }

    /// From now on it is a stranger.
    public synchronized void revoke(String id) {
        var all = read();
        checked(all, id);
        all.remove(id);
        write(all);
    }

    private static void checked(Entries all, String id) {
        if (!all.containsKey(id)) {
            throw Problem.notFound(
                    "There is no device \"" + id + "\".", "See all of them with: parley devices");
        }
    }

    /// While the file is broken, nobody is known.
    private Entries current() {
        var now = FileStamp.of(file);
        if (!now.equals(stamp)) {
            stamp = now.isSettled(clock.instant()) ? now : "";
            try {
                known = read();
            } catch (Problem problem) {
                known = new Entries();
                LoggerFactory.getLogger(Devices.class).warn("{}", problem.message());
            }
        }
        return known;
    }

    private Entries read() {
        return Files.exists(file) ? StrictJson.read(file, Entries.class) : new Entries();
    }

    private void write(Entries all) {
        JsonFile.write(file, all, JsonFile.PRIVATE);
        stamp = "";
    }
}
