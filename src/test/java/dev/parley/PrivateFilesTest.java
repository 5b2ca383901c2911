package dev.parley;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.process.Self;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/// A Parley that is started with umask 000 keeps to itself what it writes.
class PrivateFilesTest {
    @TempDir Path directory;

    /// With standard error in its standard output.
    private Process parley(String... words) throws IOException {
        var command =
                "umask 000; exec "
                        + Self.command().stream()
                                .map(word -> "'" + word + "'")
                                .collect(Collectors.joining(" "))
                        + " \"$@\"";
        var builder = new ProcessBuilder("/bin/sh", "-c", command, "parley");
        builder.command().addAll(List.of(words));
        builder.environment().clear();
        builder.environment().put("PATH", "/usr/bin:/bin");
        builder.environment().put("HOME", directory.toString());
        builder.environment().put("PARLEY_HOME", home().toString());
        return builder.redirectErrorStream(true).start();
    }

    private Path home() {
        return directory.resolve("parley");
    }

    private void run(String... words) throws Exception {
        var process = parley(words);
        var said = new String(process.getInputStream().readAllBytes());
        assertEquals(0, process.waitFor(), said);
    }

    private static List<String> openPlaces(Path root) throws IOException {
        try (var places = Files.walk(root)) {
            return places.map(PrivateFilesTest::described)
                    .filter(place ->
                            !place.startsWith("rwx------ d")
                                    && !place.startsWith("rw------- f")
                                    && !place.startsWith("r-------- f"))
                    .toList();
        }
    }

    private static String described(Path place) {
        try {
            return PosixFilePermissions.toString(
                            Files.getPosixFilePermissions(place, LinkOption.NOFOLLOW_LINKS))
                    + (Files.isDirectory(place) ? " d " : " f ")
                    + place;
        } catch (IOException _) {
            return "rw------- f gone meanwhile";
        }
    }

    @Test
    void whatAServerWritesIsForItsOwnerOnly() throws Exception {
        var own = Files.createDirectories(directory.resolve("work"));
        var server = parley("up", "--no-open", "--port", "0");
        try (var lines = server.inputReader();
                var client = HttpClient.newHttpClient()) {
            var link = lines.readLine();
            while (!link.startsWith("Open ")) {
                link = lines.readLine();
            }
            var base = link.replaceAll("Open (http://[^/]*)/.*", "$1");
            var token = Files.readString(home().resolve("data/token")).strip();
            var request =
                    HttpRequest.newBuilder(URI.create(base + "/api/live"))
                            .header("Authorization", "Bearer " + token)
                            .header("Content-Type", "application/json")
                            .POST(
                                    HttpRequest.BodyPublishers.ofString(
                                            "{\"provider\":\"demo\",\"cwd\":\"%s\",\"prompt\":\"hi\"}"
                                                    .formatted(own)))
                            .build();
            var answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            assertEquals(201, answer.statusCode(), answer.body());
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> Files.exists(home().resolve("data/index/catalog")));
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> !openFiles("data/index/text", ".si").isEmpty());
            // The log and its index are there only while it runs.
            assertTrue(Files.exists(home().resolve("data/parley.db-wal")));
            assertEquals(List.of(), openPlaces(home()));
        } finally {
            server.destroy();
            server.waitFor();
        }
        assertThat(openFiles("data", "parley.db-wal")).isEmpty();
        assertThat(openFiles("data", "parley.db-shm")).isEmpty();
        assertEquals(List.of(), openPlaces(home()));
    }

    private List<Path> openFiles(String folder, String ending) throws IOException {
        try (var files = Files.list(home().resolve(folder))) {
            return files.filter(file -> file.toString().endsWith(ending)).toList();
        }
    }

    @Test
    void whatCommandsWriteIsForTheirOwnerOnly() throws Exception {
        var own = directory.resolve("cli-home");
        run("run", "--provider", "demo", "--cwd", "/", "--home", own.toString(), "hello");
        assertEquals(List.of(), openPlaces(own));
        run("keys", "add", "ci");
        run("models", "add", "acme", "--repo", directory.toString(), "--driver", "demo");
        run("index");
        var left = openPlaces(home());
        // The registry may be read by whoever may look into its directory: its owner.
        assertThat(left).allMatch(place -> place.endsWith("config/models.json"));
    }

    @Test
    void whatIsTooOpenIsClosedByTheNextStart() throws Exception {
        run("models", "add", "acme", "--repo", directory.toString(), "--driver", "demo");
        run("keys", "add", "ci");
        run("index");
        var open = PosixFilePermissions.fromString("rwxrwxrwx");
        try (var places = Files.walk(home())) {
            for (var place : places.toList()) {
                Files.setPosixFilePermissions(place, open);
            }
        }
        run("index");
        assertEquals(List.of(), openPlaces(home().resolve("data")));
        assertThat(described(home().resolve("config"))).startsWith("rwxr-xr-x");
    }
}
