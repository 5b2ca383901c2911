package dev.parley.provider.opencode;

import dev.parley.base.json.JsonPath;
import dev.parley.provider.opencode.OpenCodeMessages.Stored;
import dev.parley.sessionfile.BoundedFiles;
import dev.parley.sessionfile.Discovery;
import dev.parley.sessionfile.SessionBuilder;
import dev.parley.sessionfile.SessionBuilder.TitleBy;
import dev.parley.sessionfile.Stamp;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/// One session of the tree of documents that OpenCode wrote until 1.1: a file for the session, one
/// for each message and one for each part. Ids are taken from the names, as its own importer did.
///
/// @param session the file of the session
/// @param messages the folder of its messages
/// @param parts the folder in which each message has a folder of parts
record OpenCodeTree(Path session, Path messages, Path parts) {
    private static final long KEPT_BYTES = 4 << 20;

    static OpenCodeTree of(Path session) {
        var id = id(session);
        // `…/storage/session/info/<id>.json` is the older one, of the middle of 2025.
        return session.getName(session.getNameCount() - 2).toString().equals("info")
                ? new OpenCodeTree(
                        session, near(session, "../message/" + id), near(session, "../part/" + id))
                : new OpenCodeTree(
                        session, near(session, "../../message/" + id), near(session, "../../part"));
    }

    private static Path near(Path session, String place) {
        return session.resolveSibling(place).normalize();
    }

    private static String id(Path file) {
        return file.getFileName().toString().replaceFirst("\\.json$", "");
    }

    /// Every prompt rewrites the session's file, every answer adds to the folder.
    Stamp look() throws IOException {
        var stamp = Stamp.of(session);
        if (!Files.isDirectory(messages)) {
            return stamp;
        }
        var added = Stamp.of(messages);
        var last = added.modified().isAfter(stamp.modified()) ? added : stamp;
        return new Stamp(last.modified(), stamp.size() + added.size());
    }

    void readInto(SessionBuilder builder, Runnable pause) {
        var json = BoundedFiles.json(session);
        if (json.filter(JsonNode::isObject).isEmpty()) {
            builder.skipped();
            return;
        }
        builder.attempt(() -> onSession(json.get(), builder));
        var reader = new OpenCodeMessages(builder, json.get().path("revert"));
        for (var message : inOrder()) {
            var stored = message.stored();
            if (stored.isEmpty()) {
                builder.skipped();
            } else {
                builder.attempt(
                        () -> reader.read(stored.get(), () -> parts(stored.get(), builder, pause)));
            }
        }
    }

    private static void onSession(JsonNode session, SessionBuilder builder) {
        builder.cwd(builder.values().text(session.path("directory")));
        builder.version(builder.values().text(session.path("version")));
        builder.parent(builder.values().text(session.path("parentID")));
        OpenCodeMessages.title(session.path("title").asString(null))
                .ifPresent(title -> builder.title(title, TitleBy.CLI));
        builder.at(builder.values().millis(session.path("time").path("created")));
    }

    /// A message, and when it was written. Only small ones are kept in memory until it is their
    /// turn.
    private record Message(Path file, long created, Optional<JsonNode> data) {
        Optional<Stored> stored() {
            return data.or(() -> read(file)).map(json -> new Stored(id(file), json));
        }
    }

    private List<Message> inOrder() {
        var all = new ArrayList<Message>();
        var left = KEPT_BYTES;
        for (var file : Discovery.find(messages, List.of("*.json"))) {
            var json = read(file);
            var created = json.map(data -> JsonPath.number(data, "time.created").orElse(0));
            left -= size(file);
            all.add(new Message(file, created.orElse(0L), left > 0 ? json : Optional.empty()));
        }
        all.sort(
                Comparator.comparingLong(Message::created)
                        .thenComparing(message -> id(message.file())));
        return all;
    }

    private static Optional<JsonNode> read(Path file) {
        return BoundedFiles.json(file).filter(JsonNode::isObject);
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException _) {
            return 0;
        }
    }

    private Iterator<Stored> parts(Stored message, SessionBuilder builder, Runnable pause) {
        return Discovery.find(parts.resolve(message.id()), List.of("*.json")).stream()
                .flatMap(file -> {
                    pause.run();
                    var json = read(file);
                    if (json.isEmpty()) {
                        builder.skipped();
                    }
                    return json.map(data -> new Stored(id(file), data)).stream();
                })
                .iterator();
    }
}
