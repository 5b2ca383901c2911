package dev.parley.door.http;

/// A server, the gate that makes links for it, and what it answers.
public record Doors(HttpServer server, Gate gate, Routes routes) implements AutoCloseable {
    @Override
    public void close() {
        server.close();
    }
}
