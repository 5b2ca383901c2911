package dev.parley.search;

import dev.parley.json.Json;

import tools.jackson.databind.JsonNode;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/// The texts in one line of a CLI's file, whatever its format.
final class LineTexts {
    private static final int CHUNK = 1 << 14;
    private static final int MOST_BYTES = 4 << 20;

    private LineTexts() {}

    /// Nothing when the file has changed since it was indexed and there is no line any more.
    static List<String> at(Path file, long offset) {
        var texts = new ArrayList<String>();
        try {
            Json.parse(line(file, offset)).ifPresent(json -> add(json, texts));
        } catch (IOException _) {
            // Gone: the hit is shown without its text, and soon not any more.
        }
        return texts;
    }

    private static String line(Path file, long offset) throws IOException {
        var line = new ByteArrayOutputStream(CHUNK);
        try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
            var chunk = ByteBuffer.allocate(CHUNK);
            for (var at = offset; line.size() < MOST_BYTES; at += chunk.limit()) {
                chunk.clear();
                if (channel.read(chunk, at) <= 0) {
                    break;
                }
                chunk.flip();
                var end = 0;
                while (end < chunk.limit() && chunk.get(end) != '\n') {
                    end++;
                }
                line.write(chunk.array(), 0, end);
                if (end < chunk.limit()) {
                    break;
                }
            }
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    private static void add(JsonNode json, List<String> texts) {
        if (json.isString()) {
            texts.add(json.asString());
        } else if (json.isContainer()) {
            json.forEach(item -> add(item, texts));
        }
    }
}
