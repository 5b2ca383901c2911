package dev.parley.door.cli.shared;

import dev.parley.base.disk.PrivateFiles;
import dev.parley.base.json.Json;
import dev.parley.base.resource.Version;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Where a running server listens, on disk: one small file per server, so that other commands find
/// it wherever it was told to listen. A file whose process is gone counts for nothing.
///
/// @param process the server's process
/// @param started when that process began; another one may get its number later
/// @param version of Parley; empty when an older one wrote it
public record ServerRecord(long process, long started, int port, String version) {
    /// The server in this process.
    public static ServerRecord ofThisProcess(int port) {
        var self = ProcessHandle.current();
        return new ServerRecord(self.pid(), started(self), port, Version.current());
    }

    private static long started(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    public void write(Path directory) throws IOException {
        PrivateFiles.replace(file(directory), Json.write(this).getBytes(StandardCharsets.UTF_8));
    }

    public void delete(Path directory) {
        try {
            Files.deleteIfExists(file(directory));
        } catch (IOException _) {
            // The next command sees that the process is gone.
        }
    }

    private Path file(Path directory) {
        return directory.resolve(process + ".json");
    }

    /// Those whose process is there, the youngest first; the files of others are deleted.
    public static List<ServerRecord> running(Path directory) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (var files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .map(ServerRecord::readRunning)
                    .flatMap(Optional::stream)
                    .sorted(Comparator.comparingLong((ServerRecord it) -> it.started).reversed())
                    .toList();
        } catch (IOException _) {
            return List.of();
        }
    }

    private static Optional<ServerRecord> readRunning(Path file) {
        try {
            var record =
                    Json.parseObject(Files.readString(file))
                            .map(json ->
                                    new ServerRecord(
                                            json.path("process").asLong(0),
                                            json.path("started").asLong(0),
                                            json.path("port").asInt(0),
                                            json.path("version").asString("")))
                            .filter(ServerRecord::isRunning);
            if (record.isEmpty()) {
                Files.deleteIfExists(file);
            }
            return record;
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private boolean isRunning() {
        return port > 0
                && port < 65_536
                && ProcessHandle.of(process)
                        .filter(ProcessHandle::isAlive)
                        .filter(it -> started(it) == started)
                        .isPresent();
    }
}
