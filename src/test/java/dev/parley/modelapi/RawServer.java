package dev.parley.modelapi;

import com.sun.net.httpserver.HttpServer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// Answers everything with the same bytes, whatever they are.
final class RawServer implements AutoCloseable {
    private final HttpServer server;
    private final List<String> paths = new CopyOnWriteArrayList<>();
    private volatile String header = "X-Test";
    private volatile String value = "1";

    RawServer(int status, byte[] body) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    paths.add(exchange.getRequestURI().toString());
                    exchange.getRequestBody().readAllBytes();
                    exchange.getResponseHeaders().set(header, value);
                    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
                    try (exchange) {
                        if (body.length > 0) {
                            exchange.getResponseBody().write(body);
                        }
                    }
                });
        server.start();
    }

    RawServer with(String name, String text) {
        header = name;
        value = text;
        return this;
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    int count() {
        return paths.size();
    }

    List<String> paths() {
        return List.copyOf(paths);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
