package dev.parley.door.http;

import static dev.parley.door.http.Credential.API_KEY;
import static dev.parley.door.http.Credential.COOKIE;
import static dev.parley.door.http.Credential.NOTHING;
import static dev.parley.door.http.Credential.TOKEN;

import java.util.Set;
import java.util.function.Consumer;

/// A way into Parley over HTTP.
///
/// @param credentials what opens it; each of them is enough
/// @param registration enters what it answers into the routes
public record Door(String name, Set<Credential> credentials, Consumer<Routes> registration) {
    /// Where no door is.
    static final Door WALL = forOwner("wall", _ -> {});

    /// For everybody. A client that shows the token or the cookie is known nevertheless.
    public static Door open(String name, Consumer<Routes> registration) {
        return new Door(name, Set.of(NOTHING, TOKEN, COOKIE), registration);
    }

    /// For the user and the user's browser.
    public static Door forOwner(String name, Consumer<Routes> registration) {
        return new Door(name, Set.of(TOKEN, COOKIE), registration);
    }

    /// For other programs, too.
    public static Door forKeys(String name, Consumer<Routes> registration) {
        return new Door(name, Set.of(TOKEN, COOKIE, API_KEY), registration);
    }

    boolean takes(Credential credential) {
        return credentials.contains(credential);
    }
}
