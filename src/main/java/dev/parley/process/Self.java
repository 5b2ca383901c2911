package dev.parley.process;

import dev.parley.process.ledger.Orphans;
import dev.parley.process.ledger.ProcessIdentity;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// How to start Parley once more as a short command, with the Java and the class path this one runs
/// on.
public final class Self {
    /// Set by the launcher: the flags of a short command, with the cache that makes it start fast.
    private static final String FLAGS = "parley.flags";

    private Self() {}

    public static List<String> command() {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        System.getProperty(FLAGS, "").lines().filter(flag -> !flag.isBlank()).forEach(command::add);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.parley.Main"));
        return command;
    }

    /// This process, told from a later one with the same number.
    public static String name() {
        var self = ProcessIdentity.self();
        return self.pid() + "-" + self.start() + "-0";
    }

    /// Whether the process of that name still runs.
    public static boolean isAlive(String name) {
        return Orphans.isAlive(name);
    }
}
