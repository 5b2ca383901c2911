package dev.parley.provider.gemini;

import dev.parley.base.json.Json;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The empty session files that a resumed run of Gemini CLI leaves beside the real one. They are
/// dangerous: the next start of the CLI in that project, by whomever, takes one as junk and deletes
/// every file with the same first eight characters of the id, the conversation among them (0.61.0,
/// `general.sessionRetention`, on by default). Settings that would prevent it are the user's or, in
/// a file of our own, only read when root owns it. So the empty files go, before each run of a
/// session and after it.
public final class ResumeLeftovers {
    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH-mm", Locale.ROOT).withZone(ZoneOffset.UTC);

    private ResumeLeftovers() {}

    /// Does both, before a session is resumed and after its process ended.
    static void clear(Path home, String session) throws IOException {
        delete(home, session);
        makeRoom(home, session, Instant.now());
    }

    /// Deletes the empty files of a session, as long as there is one that is not.
    ///
    /// @param home the CLI's own folder, `~/.gemini`
    public static void delete(Path home, String session) throws IOException {
        var empty = new ArrayList<Path>();
        var isKept = false;
        for (var file : files(home, session)) {
            var lines = lines(file);
            if (!isOf(lines, session)) {
                continue;
            }
            if (lines.stream().allMatch(ResumeLeftovers::saysNothing)) {
                empty.add(file);
            } else {
                isKept = true;
            }
        }
        for (var file : isKept ? empty : List.<Path>of()) {
            Files.deleteIfExists(file);
        }
    }

    /// A session that is loaded over ACP in the very minute it was begun is lost to the CLI: the
    /// file it begins has the name of the old one, and what it writes there replaces all messages.
    /// So the old one gets the name of an earlier minute; the CLI knows a session by what is in its
    /// file. Nobody may have the session open.
    public static void makeRoom(Path home, String session, Instant now) throws IOException {
        var minute = now.truncatedTo(ChronoUnit.MINUTES);
        for (var file : files(home, session)) {
            if (!file.getFileName().toString().equals(name(minute, session))
                    || !isOf(lines(file), session)) {
                continue;
            }
            var earlier = minute;
            do {
                earlier = earlier.minus(1, ChronoUnit.MINUTES);
            } while (Files.exists(file.resolveSibling(name(earlier, session))));
            Files.move(file, file.resolveSibling(name(earlier, session)));
        }
    }

    private static String name(Instant minute, String session) {
        return "session-" + MINUTE.format(minute) + end(session);
    }

    private static String end(String session) {
        return "-" + session.substring(0, Math.min(8, session.length())) + ".jsonl";
    }

    private static List<Path> files(Path home, String session) throws IOException {
        var projects = home.resolve("tmp");
        if (!Files.isDirectory(projects)) {
            return List.of();
        }
        var end = end(session);
        try (var files = Files.find(projects, 3, (file, _) -> isSessionFile(file, end))) {
            return files.toList();
        }
    }

    private static boolean isSessionFile(Path file, String end) {
        var name = file.getFileName().toString();
        return name.startsWith("session-") && name.endsWith(end);
    }

    private static List<Optional<JsonNode>> lines(Path file) throws IOException {
        try (var lines = Files.lines(file)) {
            return lines.filter(line -> !line.isBlank()).map(Json::parseObject).toList();
        }
    }

    private static boolean isOf(List<Optional<JsonNode>> lines, String session) {
        return !lines.isEmpty()
                && lines.getFirst()
                        .map(header -> header.path("sessionId").asString("").equals(session))
                        .orElse(false);
    }

    /// A header, or an update that brings nothing but the context the CLI itself writes.
    private static boolean saysNothing(Optional<JsonNode> line) {
        return line.filter(record -> !record.has("id") && !record.has("$rewindTo"))
                .map(record ->
                        record.path("$set")
                                .path("messages")
                                .valueStream()
                                .allMatch(ResumeLeftovers::isContext))
                .orElse(false);
    }

    private static boolean isContext(JsonNode message) {
        return message.path("content")
                .path(0)
                .path("text")
                .asString("")
                .startsWith("<session_context>");
    }
}
