package dev.parley.modelapi;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.jspecify.annotations.Nullable;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/// Reads server-sent events, one after the other. What is no UTF-8 is replaced, and a stream that
/// is larger than anybody means ends with [TooLarge]. Belongs to one thread.
final class ServerSentEvents {
    /// One event.
    ///
    /// @param name empty if it has none
    record Sent(String name, String data) {}

    /// More than is taken.
    static final class TooLarge extends IOException {
        TooLarge(String message) {
            super(message);
        }
    }

    private final InputStream in;
    private final long limit;
    private final byte[] buffer = new byte[8192];
    private int next;
    private int end;
    private long taken;
    private boolean skipsLineFeed;
    private boolean isFirstLine = true;

    /// @param limit how many bytes the whole stream may have
    ServerSentEvents(InputStream in, long limit) {
        this.in = in;
        this.limit = limit;
    }

    /// The next event, or nothing at the end. An event that is cut off by the end does not count,
    /// as the standard has it.
    @Nullable Sent next() throws IOException {
        var name = "";
        var data = new StringBuilder();
        var hasData = false;
        for (var line = line(); line != null; line = line()) {
            if (line.isEmpty()) {
                if (hasData) {
                    return new Sent(name, data.toString());
                }
                name = "";
                continue;
            }
            var colon = line.indexOf(':');
            var field = colon < 0 ? line : line.substring(0, colon);
            var value = colon < 0 ? "" : line.substring(colon + 1);
            var text = value.startsWith(" ") ? value.substring(1) : value;
            switch (field) {
                case "event" -> name = text;
                case "data" -> {
                    if (hasData) {
                        data.append('\n');
                    }
                    data.append(text);
                    hasData = true;
                }
                default -> {} // comments, ids, times to come back
            }
        }
        return null;
    }

    /// A line ends with a line feed, a carriage return, or both.
    private @Nullable String line() throws IOException {
        var line = new ByteArrayOutputStream();
        for (var read = read(); read >= 0; read = read()) {
            if (read == '\n' && skipsLineFeed) {
                skipsLineFeed = false;
                continue;
            }
            skipsLineFeed = read == '\r';
            if (read == '\n' || read == '\r') {
                return text(line);
            }
            line.write(read);
        }
        return line.size() == 0 ? null : text(line);
    }

    private String text(ByteArrayOutputStream line) {
        var text = line.toString(UTF_8);
        var isMarked = isFirstLine && text.startsWith("\uFEFF");
        isFirstLine = false;
        return isMarked ? text.substring(1) : text;
    }

    private int read() throws IOException {
        if (next == end) {
            end = Math.max(0, in.read(buffer));
            next = 0;
            taken += end;
            if (taken > limit) {
                throw new TooLarge("more than " + limit + " bytes");
            }
            if (end == 0) {
                return -1;
            }
        }
        return buffer[next++] & 0xff;
    }
}
