package dev.parley.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.provider.claude.ClaudeHistory;
import dev.parley.sessionfile.StoredEvent;
import dev.parley.sessionfile.StoredFile;
import dev.parley.sessionfile.StoredReader;
import dev.parley.sessionfile.StoredSink;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

class FileReadingTest {
    private static final String ANSWER =
            """
            {"type":"assistant","uuid":"a","requestId":"r","timestamp":"2026-11-16T12:00:00.000Z",\
            "message":{"id":"m","role":"assistant","model":"claude-opus-5-5","content":[],\
            "usage":{"input_tokens":7,"output_tokens":5}}}
            """;

    @TempDir Path folder;

    /// Fails the first time when everything was told but the end, as a disk may.
    private static final class Failing implements StoredReader {
        private final StoredFile file;
        private final StoredReader reader;
        private boolean hasFailed;

        Failing(StoredFile file) {
            this.file = file;
            reader = open();
        }

        private StoredReader open() {
            return new ClaudeHistory("claude").open(file);
        }

        @Override
        public Outcome readOn(StoredSink sink) {
            if (hasFailed) {
                return reader.readOn(sink);
            }
            hasFailed = true;
            open().readOn(sink::event);
            sink.restart(file.nativeId());
            return Outcome.UNREADABLE;
        }

        @Override
        public boolean isActive(StoredEvent event) {
            return reader.isActive(event);
        }
    }

    @Test
    void aFileThatFailsIsTriedAgainAndCountedOnce() throws IOException {
        var path = Files.writeString(folder.resolve("s.jsonl"), ANSWER);
        var file = StoredFile.lines(path, "s", null);
        var reading = new FileReading("claude", file, new Failing(file));
        assertEquals(Optional.empty(), reading.read());
        var told = reading.read().orElseThrow().sessions();
        assertEquals(1, told.size());
        var tokens = new ArrayList<Long>();
        told.getFirst().requests().forEach(request -> tokens.add(request.input()));
        assertEquals(List.of(7L), tokens);
    }
}
