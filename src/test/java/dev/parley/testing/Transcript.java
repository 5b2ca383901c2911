package dev.parley.testing;

import dev.parley.base.json.Json;
import dev.parley.event.Envelope;
import dev.parley.event.Event;
import dev.parley.event.EventJson;
import dev.parley.wire.Ending;
import dev.parley.wire.OneShotDialect;
import dev.parley.wire.OneShotStep;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// A recorded conversation with a CLI. The first character of a line says what it is:
///
/// - `#` a remark: which CLI and version, when it was recorded, what it shows
/// - `!` what we ask: `! resume <session>`
/// - `<` a line the agent writes
/// - `x` its end: `x {"exitCode":1,"lastWords":"…"}`
/// - `@` the native session it says it is in
/// - `=` an event we publish
///
/// Replaying takes `#`, `!`, `<` and `x` and writes `@` and `=` anew: a good dialect makes the same
/// file again. `mvn test -Dgolden=update` overwrites the files with what came out; the diff is the
/// review.
public record Transcript(Path file, String text) {
    /// All recorded conversations with one provider.
    public static List<Transcript> of(String provider) {
        return Recordings.in(Path.of(provider), Transcript::new);
    }

    /// The same conversation, as a fresh dialect understands it.
    public Transcript replayWith(Function<Optional<String>, ? extends OneShotDialect> newDialect) {
        var lines = text.lines().toList();
        var dialect = newDialect.apply(resumed(lines));
        var out = new ArrayList<String>();
        for (var line : lines) {
            var mark = line.isEmpty() ? ' ' : line.charAt(0);
            var rest = line.length() > 2 ? line.substring(2) : "";
            switch (mark) {
                case '#', '!' -> out.add(line);
                case '<' -> {
                    out.add(line);
                    tell(dialect.hear(rest), out);
                }
                case 'x' -> {
                    out.add(line);
                    tell(dialect.end(Json.read(Json.parse(rest).orElseThrow(), Ending.class)), out);
                }
                case '@', '=' -> {}
                default -> throw new IllegalArgumentException(file + ": cannot read " + line);
            }
        }
        return new Transcript(file, String.join("\n", out) + "\n");
    }

    /// The events in the file.
    public List<Event> events() {
        return text.lines()
                .filter(line -> line.startsWith("= "))
                .map(line -> Json.parse(line.substring(2)).orElseThrow())
                .map(json ->
                        EventJson.read(
                                        Json.object()
                                                .put("timestamp", "1970-01-01T00:00:00Z")
                                                .setAll(
                                                        (tools.jackson.databind.node.ObjectNode)
                                                                json))
                                .event())
                .toList();
    }

    /// Compares, or with `-Dgolden=update` overwrites.
    public boolean isUpdating() {
        return Recordings.areUpdated();
    }

    public void save() {
        Recordings.save(file, text);
    }

    private static Optional<String> resumed(List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith("! resume "))
                .map(line -> line.substring("! resume ".length()))
                .findFirst();
    }

    private static void tell(OneShotStep step, List<String> out) {
        if (step.nativeId() != null) {
            out.add("@ " + step.nativeId());
        }
        step.events().forEach(event -> out.add("= " + json(event)));
    }

    private static String json(Event event) {
        var json =
                EventJson.write(
                        new Envelope(Instant.EPOCH, "", null, 0, event, null),
                        EventJson.Raw.LEFT_OUT);
        json.remove(List.of("timestamp", "provider", "sequenceNumber"));
        return Json.write(json);
    }

    @Override
    public String toString() {
        return file.getParent().getFileName() + "/" + file.getFileName();
    }
}
