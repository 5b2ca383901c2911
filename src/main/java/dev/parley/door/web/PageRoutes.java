package dev.parley.door.web;

import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// The page people see first.
public final class PageRoutes {
    private final String page = read("page.html");

    public void register(Routes routes) {
        routes.get("/", _ -> Response.html(page));
    }

    private static String read(String name) {
        try (InputStream in = PageRoutes.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing from the program");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
