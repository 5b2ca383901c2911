package dev.parley.provider.opencode;

import dev.parley.json.JsonPath;
import dev.parley.provider.opencode.OpenCodeMessages.Stored;
import dev.parley.stored.BoundedFiles;
import dev.parley.stored.Chronicle;
import dev.parley.stored.Chronicle.TitleBy;
import dev.parley.stored.Discovery;
import dev.parley.stored.Stamp;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// One session of the tree of documents that OpenCode wrote until 1.1: a file for the session, one
/// for each message and one for each part. Ids are taken from the names, as its own importer did.
///
/// @param session the file of the session
/// @param messages the folder of its messages
/// @param parts the folder in which each message has a folder of parts
record OpenCodeTree(Path session, Path messages, Path parts) {
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

    void tell(Chronicle chronicle) {
        var json = BoundedFiles.json(session);
        if (json.filter(JsonNode::isObject).isEmpty()) {
            chronicle.skipped();
            return;
        }
        onSession(json.get(), chronicle);
        var teller = new OpenCodeMessages(chronicle, json.get().path("revert"));
        var stored = read(messages, chronicle);
        stored.sort(
                Comparator.<Stored>comparingLong(message ->
                                JsonPath.number(message.data(), "time.created").orElse(0))
                        .thenComparing(Stored::id));
        stored.forEach(
                message -> teller.tell(message, read(parts.resolve(message.id()), chronicle)));
    }

    private static void onSession(JsonNode session, Chronicle chronicle) {
        chronicle.cwd(session.path("directory").asString(null));
        chronicle.version(session.path("version").asString(null));
        chronicle.parent(session.path("parentID").asString(null));
        OpenCodeMessages.title(session.path("title").asString(null))
                .ifPresent(title -> chronicle.title(title, TitleBy.CLI));
        chronicle.at(OpenCodeMessages.time(session, "time.created"));
    }

    private static List<Stored> read(Path folder, Chronicle chronicle) {
        var all = new ArrayList<Stored>();
        for (var file : Discovery.find(folder, List.of("*.json"))) {
            BoundedFiles.json(file)
                    .filter(JsonNode::isObject)
                    .ifPresentOrElse(
                            json -> all.add(new Stored(id(file), json)), chronicle::skipped);
        }
        return all;
    }
}
