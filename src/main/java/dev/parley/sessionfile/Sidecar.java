package dev.parley.sessionfile;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.BiConsumer;

/// A small JSON file beside a session that a CLI rewrites: its title, whether it is archived.
public final class Sidecar {
    static final Sidecar NONE = new Sidecar(null, (_, _) -> {});

    private final @Nullable Path file;
    private final BiConsumer<SessionBuilder, JsonNode> content;
    private @Nullable Stamp stamp;

    private Sidecar(@Nullable Path file, BiConsumer<SessionBuilder, JsonNode> content) {
        this.file = file;
        this.content = content;
    }

    public static Sidecar of(Path file, BiConsumer<SessionBuilder, JsonNode> content) {
        return new Sidecar(file, content);
    }

    boolean hasChanged() {
        var now = now();
        var hasChanged = now != null && !now.equals(stamp);
        stamp = now;
        return hasChanged;
    }

    private @Nullable Stamp now() {
        try {
            return file == null ? null : Stamp.of(file);
        } catch (IOException _) {
            return null;
        }
    }

    void addTo(SessionBuilder builder) {
        if (stamp != null && file != null) {
            BoundedFiles.json(file)
                    .ifPresent(json -> builder.attempt(() -> content.accept(builder, json)));
        }
    }
}
