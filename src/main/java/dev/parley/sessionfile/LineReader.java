package dev.parley.sessionfile;

import dev.parley.sessionfile.scan.LargeLines;
import dev.parley.sessionfile.scan.Line;
import dev.parley.sessionfile.scan.Scan;

import tools.jackson.databind.JsonNode;

import java.util.BitSet;
import java.util.List;

/// The state machine of one format of lines: a line comes in, events come out. Does no I/O. A line
/// that is no JSON object is counted and left out; one that no reader knows is told as it is.
public abstract class LineReader {
    protected final SessionBuilder builder;
    private final Scan scan = new Scan();
    private boolean isInOutline;

    protected LineReader(SessionBuilder builder) {
        this.builder = builder;
    }

    final List<StoredEvent> hear(Line line) {
        if (!line.isBlank() && !isIgnored(line)) {
            if (builder.isWhole() || !isOutlined(line)) {
                line.json()
                        .ifPresentOrElse(
                                json -> builder.attempt(() -> hear(json, line)), builder::skipped);
            }
            if (line.length() >= LargeLines.LARGE) {
                letGo();
                LargeLines.leftBehind(line.length());
            }
        }
        return builder.drain();
    }

    /// From now on only what a list of sessions and their usage need is read, where that is faster.
    final void inOutline() {
        isInOutline = true;
    }

    private boolean isOutlined(Line line) {
        try {
            scan.start(line);
            return outline(scan, !isInOutline);
        } catch (RuntimeException _) {
            // Not what was expected, mostly by a [Scan.Lost]: a parser has to look at it.
            return false;
        } finally {
            scan.stop();
        }
    }

    /// Reads the outline of a line, if it is one of those that make up most of a file: its events
    /// are only counted. Changes nothing unless it knows all it needs; every other line is heard in
    /// full.
    ///
    /// @param areTextsWanted whether only lines may be read so that say nothing
    /// @return whether it was read
    protected boolean outline(Scan line, boolean areTextsWanted) {
        return false;
    }

    /// A line that is longer than anything we keep in memory.
    ///
    /// @param beginning what there was room for
    public final void skip(String beginning) {
        builder.skipped();
    }

    /// One line, which is a JSON object.
    protected abstract void hear(JsonNode json, Line line);

    /// Whether a line can be told to hold nothing for us without parsing it.
    protected boolean isIgnored(Line line) {
        return false;
    }

    /// Called behind a large line: whoever reads a file may be kept for long, and with him what he
    /// remembers of the line.
    protected void letGo() {}

    /// The nodes of the branch on which the session would be resumed.
    protected abstract BitSet active();

    public StoredFacts session() {
        return builder.session();
    }
}
