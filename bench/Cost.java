import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// What a command took from start to end, with everything it started.
///
/// @param cpuSeconds of the processors, user and system
/// @param wallSeconds on the clock
/// @param peakMegabytes the most resident memory of one process
/// @param output what it printed
record Cost(double cpuSeconds, double wallSeconds, double peakMegabytes, String output) {
    private static final int POLL_MILLIS = 5;
    private static final Pattern TIMES = Pattern.compile("(\\d+)m([0-9.]+)s (\\d+)m([0-9.]+)s\\s*$");

    /// Runs it under a shell, which knows afterwards what its child took: Java does not.
    static Cost of(ProcessBuilder builder) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("/bin/sh", "-c", "\"$@\" || exit; times >&2", "cost"));
        command.addAll(builder.command());
        var start = System.nanoTime();
        var output = Files.createTempFile("parley-bench", ".out");
        var errors = Files.createTempFile("parley-bench", ".err");
        var process = builder.command(command).redirectOutput(output.toFile()).redirectError(errors.toFile()).start();
        process.getOutputStream().close();
        var peak = 0L;
        while (process.isAlive()) {
            peak = Math.max(peak, process.descendants().mapToLong(Cost::peak).max().orElse(0));
            Thread.sleep(POLL_MILLIS);
        }
        var wall = System.nanoTime() - start;
        var told = TIMES.matcher(taken(errors));
        var printed = taken(output);
        if (process.exitValue() != 0 || !told.find()) {
            throw new IOException(builder.command() + " ended with " + process.exitValue());
        }
        var cpu = 60 * (number(told.group(1)) + number(told.group(3))) + number(told.group(2)) + number(told.group(4));
        return new Cost(cpu, wall / 1e9, peak / 1024.0, printed);
    }

    private static double number(String text) {
        return Double.parseDouble(text);
    }

    private static String taken(Path file) throws IOException {
        var text = Files.readString(file);
        Files.delete(file);
        return text;
    }

    /// In kB; the kernel keeps the peak, so a look now and then is enough.
    private static long peak(ProcessHandle process) {
        try {
            for (var line : Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status"))) {
                if (line.startsWith("VmHWM:")) {
                    return Long.parseLong(line.replaceAll("[^0-9]", ""));
                }
            }
        } catch (IOException _) {
            // Gone in the meantime.
        }
        return 0;
    }
}
