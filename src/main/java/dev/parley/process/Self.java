package dev.parley.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// How to start Parley once more as a short command, with the Java and the class path this one runs
/// on.
public final class Self {
    /// Set by the launcher: the cache that makes short commands start fast.
    private static final String CACHE_PROPERTY = "parley.cache";

    private Self() {}

    public static List<String> command() {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        var cache = System.getProperty(CACHE_PROPERTY, "");
        if (!cache.isEmpty() && Files.exists(Path.of(cache))) {
            command.add("-XX:AOTCache=" + cache);
        }
        // The same flags the launcher uses: a cache made with other ones is refused.
        command.addAll(
                List.of(
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseCompactObjectHeaders",
                        "-Xlog:disable",
                        "-Xlog:all=error:stderr",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.parley.Main"));
        return command;
    }
}
