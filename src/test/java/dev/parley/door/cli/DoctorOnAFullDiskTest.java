package dev.parley.door.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.process.Self;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Whoever finds out what is wrong with a machine must not be stopped by it.
class DoctorOnAFullDiskTest {
    @TempDir Path directory;

    /// No file may grow, which to whoever writes one is a full disk.
    @Test
    void saysThatTheDiskIsFullAndWhatItCanSayElse() throws Exception {
        Files.createDirectories(directory.resolve("data"));
        var command =
                new ArrayList<>(List.of("/bin/sh", "-c", "ulimit -f 0; exec \"$@\"", "parley"));
        command.addAll(Self.command());
        command.addAll(List.of("doctor", "--json"));
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("PARLEY_HOME", directory.toString());
        var process = builder.start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        assertThat(said)
                .contains("The disk is full", "\"id\" : \"demo\"", "\"name\" : \"git\"")
                .doesNotContain("inside Parley");
    }
}
