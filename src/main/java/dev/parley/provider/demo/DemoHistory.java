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
public final class DemoHistory implements StoredHistory {
    private final String provider;

    public DemoHistory(String provider) {
        this.provider = provider;
    }

    @Override
    public Optional<StoredFile> describe(Path home, Path file) {
        var name = file.getFileName().toString();
        return name.endsWith(".jsonl")
                ? Optional.of(StoredFile.lines(file, name.replaceFirst("\\.jsonl$", ""), null))
                : Optional.empty();
    }

    @Override
    public StoredReader open(StoredFile file) {
        return new LinesFile(provider, file, (_, chronicle) -> new Lines(chronicle));
    }

    private static final class Lines extends LineReader {
        private final Branches branches = new Branches();

        Lines(SessionBuilder chronicle) {
            super(chronicle);
        }

        @Override
        protected void hear(JsonNode line, Line raw) {
            chronicle.node(branches.append(null));
            chronicle.at(chronicle.values().time(line.path("time")));
            chronicle.cwd(chronicle.values().text(line.path("cwd")));
            chronicle.model("demo");
            chronicle.tellStart();
            var said = line.path("text").asString("");
            switch (line.path("role").asString("")) {
                case "user" -> chronicle.tell(new Event.UserSaid(said, null));
                case "assistant" -> chronicle.tell(new Event.AssistantSaid(said, null));
                case String other -> chronicle.unknown(raw, "role " + other);
            }
        }

        @Override
        protected BitSet active() {
            return branches.active();
        }
    }
}
