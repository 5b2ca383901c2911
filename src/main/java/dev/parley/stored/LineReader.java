package dev.parley.stored;

import dev.parley.json.Json;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/// The state machine of one format of lines: a line comes in, events come out. Does no I/O. A line
/// that is no JSON object is counted and left out; one that no reader knows is told as it is.
public abstract class LineReader {
    private static final Logger LOG = LoggerFactory.getLogger(LineReader.class);

    protected final Chronicle chronicle;
    private boolean hasFailed;

    protected LineReader(Chronicle chronicle) {
        this.chronicle = chronicle;
    }

    /// @param line without its line end
    public final List<StoredEvent> hear(String line) {
        if (!line.isBlank() && !isIgnored(line)) {
            Json.parseObject(line).ifPresentOrElse(json -> tryHear(json, line), chronicle::skipped);
        }
        return chronicle.drain();
    }

    /// A line that is longer than anything we keep in memory.
    ///
    /// @param beginning what there was room for
    public final void skip(String beginning) {
        chronicle.skipped();
    }

    private void tryHear(JsonNode json, String line) {
        try {
            hear(json, line);
        } catch (RuntimeException e) {
            // Files of six CLIs in many versions: whatever surprises a reader must cost one line,
            // not the session.
            chronicle.skipped();
            if (!hasFailed) {
                hasFailed = true;
                LOG.warn(
                        "A line of session {} surprised its reader: {} at {}",
                        chronicle.nativeId(),
                        e.toString(),
                        e.getStackTrace().length == 0 ? "?" : e.getStackTrace()[0]);
            }
        }
    }

    /// One line, which is a JSON object.
    protected abstract void hear(JsonNode json, String line);

    /// Whether a line can be told to hold nothing for us without parsing it.
    protected boolean isIgnored(String line) {
        return false;
    }

    /// The nodes of the branch on which the session would be resumed.
    protected abstract BitSet active();

    public StoredSession session() {
        return chronicle.session();
    }

    /// An ISO timestamp, or nothing.
    public static Optional<Instant> time(JsonNode text) {
        try {
            return text.isString() ? Optional.of(Instant.parse(text.asString())) : Optional.empty();
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }
}
