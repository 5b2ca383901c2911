package dev.parley.door.mcp;

import dev.parley.tool.McpConversation;
import dev.parley.tool.McpFeatures;
import dev.parley.tool.McpServer;
import dev.parley.wire.JsonRpc;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/// `parley mcp`: one client on standard input and output, a message a line. What Parley is and
/// which tools it has is told at once; the rest of the program is not touched before a tool is
/// called. The end of the input ends everything.
public final class StdioDoor {
    private static final Duration PROGRESS_EVERY = Duration.ofSeconds(5);

    /// Some clients write what they have to ask and close their side.
    private static final Duration LAST_ANSWERS = Duration.ofMillis(700);

    /// More than any message is, and less than fills the memory.
    private static final int LONGEST_LINE = 16 * 1024 * 1024;

    private final McpConversation conversation;
    private final PrintStream out;

    /// @param version Parley's own
    /// @param backends finds who does the work, when it is first needed
    public StdioDoor(PrintStream out, String version, McpBackend.Finder backends) {
        this.out = out;
        var features =
                new McpFeatures(
                        McpDoor.INSTRUCTIONS,
                        new RelayedTools(backends),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty());
        conversation =
                new McpConversation(
                        new McpServer(version),
                        new McpServer.Client(features, McpDoor.USER, _ -> Duration.ZERO),
                        PROGRESS_EVERY);
    }

    /// Reads until the client goes.
    public void run(InputStream in) throws IOException, InterruptedException {
        var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        try {
            for (var line = next(lines); line.isPresent(); line = next(lines)) {
                if (!line.get().isBlank()) {
                    conversation.receive(JsonRpc.parse(line.get()), this::write, () -> {});
                }
            }
            conversation.awaitAnswers(LAST_ANSWERS);
        } finally {
            conversation.close();
        }
    }

    private static Optional<String> next(BufferedReader lines) throws IOException {
        var line = new StringBuilder();
        for (var character = lines.read(); character != '\n'; character = lines.read()) {
            if (character < 0) {
                return line.isEmpty() ? Optional.empty() : Optional.of(line.toString());
            }
            if (line.length() < LONGEST_LINE) {
                line.append((char) character);
            }
        }
        return Optional.of(line.toString());
    }

    private void write(JsonRpc.Message message) {
        synchronized (out) {
            out.print(message.line() + "\n");
            out.flush();
        }
    }
}
