package dev.parley.tool.own;

import dev.parley.process.Supervisor;
import dev.parley.tool.Tool;

import org.jspecify.annotations.Nullable;

import java.net.http.HttpClient;
import java.util.Map;

/// Makes tools of declarations. Thread-safe.
public final class ToolMaker implements AutoCloseable {
    private final Supervisor supervisor;
    private final Map<String, String> environment;
    private final long outputLimit;
    private @Nullable HttpClient client; // guarded by this; most users have no use for it

    /// @param environment the variables Parley was started with
    /// @param outputLimit how many bytes a tool may answer
    public ToolMaker(Supervisor supervisor, Map<String, String> environment, long outputLimit) {
        this.supervisor = supervisor;
        this.environment = environment;
        this.outputLimit = outputLimit;
    }

    public Tool make(ToolFile.Declared declared) {
        return declared.tool().url() == null
                ? new CommandTool(declared, supervisor, environment, outputLimit)
                : new HttpTool(declared, client(), outputLimit);
    }

    /// Whoever is asked answers or does not: nobody is sent elsewhere with the arguments.
    private synchronized HttpClient client() {
        if (client == null) {
            client =
                    HttpClient.newBuilder()
                            .version(HttpClient.Version.HTTP_1_1)
                            .followRedirects(HttpClient.Redirect.NEVER)
                            .build();
        }
        return client;
    }

    @Override
    public synchronized void close() {
        if (client != null) {
            client.shutdownNow();
        }
    }
}
