package dev.parley.provider.demo;

import dev.parley.event.Event;
import dev.parley.sessionfile.Branches;
import dev.parley.sessionfile.LineReader;
import dev.parley.sessionfile.LinesFile;
import dev.parley.sessionfile.SessionBuilder;
import dev.parley.sessionfile.StoredFile;
import dev.parley.sessionfile.StoredHistory;
import dev.parley.sessionfile.StoredReader;
import dev.parley.sessionfile.scan.Line;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.util.BitSet;
import java.util.Optional;

/// The demo agent's sessions, as [DemoSessions] writes them: who said what, when and where.
public record DemoHistory(String provider) implements StoredHistory {
    @Override
    public Optional<StoredFile> describe(Path home, Path file) {
        var name = file.getFileName().toString();
        return name.endsWith(".jsonl")
                ? Optional.of(StoredFile.lines(file, name.replaceFirst("\\.jsonl$", ""), null))
                : Optional.empty();
    }

    @Override
    public StoredReader open(StoredFile file) {
        return new LinesFile(provider, file, (_, builder) -> new Lines(builder));
    }

    private static final class Lines extends LineReader {
        private final Branches branches = new Branches();

        Lines(SessionBuilder builder) {
            super(builder);
        }

        @Override
        protected void hear(JsonNode line, Line raw) {
            builder.node(branches.append(null));
            builder.at(builder.values().time(line.path("time")));
            builder.cwd(builder.values().text(line.path("cwd")));
            builder.model("demo");
            builder.addStart();
            var said = line.path("text").asString("");
            switch (line.path("role").asString("")) {
                case "user" -> builder.add(new Event.UserSaid(said, null));
                case "assistant" -> builder.add(new Event.AssistantSaid(said, null));
                case String other -> builder.unknown(raw, "role " + other);
            }
        }

        @Override
        protected BitSet active() {
            return branches.active();
        }
    }
}
