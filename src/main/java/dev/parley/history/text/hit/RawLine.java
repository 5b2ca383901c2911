package dev.parley.history.text.hit;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// A line of a CLI's file, read only as far as somebody looks. Used for one line after the other;
/// keeps the files open meanwhile. Belongs to one thread.
final class RawLine implements AutoCloseable {
    private static final int FIRST = 1 << 13;
    private static final int NEXT = 1 << 16;
    private static final int MOST_BYTES = 4 << 20;

    private final Map<String, FileChannel> open = new HashMap<>();
    private @Nullable FileChannel channel;
    private long offset;

    /// What was read so far, perhaps more than the line; open to the package because every byte is
    /// looked at.
    byte[] bytes = new byte[FIRST];

    int limit;

    /// @throws IOException when the file is gone
    void start(String file, long from) throws IOException {
        limit = 0;
        offset = from;
        channel = open.get(file);
        if (channel == null) {
            channel = FileChannel.open(path(file), StandardOpenOption.READ);
            open.put(file, channel);
        }
        more();
    }

    private static Path path(String file) throws IOException {
        try {
            return Path.of(file);
        } catch (InvalidPathException e) {
            // A name that has no letters in this locale: as good as gone.
            throw new IOException(e);
        }
    }

    /// Reads on.
    ///
    /// @return whether there was more
    boolean more() throws IOException {
        var wanted = limit == 0 ? FIRST : NEXT;
        if (channel == null || limit >= MOST_BYTES) {
            return false;
        }
        if (limit + wanted > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(limit + wanted, bytes.length * 2));
        }
        var read = channel.read(ByteBuffer.wrap(bytes, limit, wanted), offset + limit);
        limit += Math.max(0, read);
        return read > 0;
    }

    @Override
    public void close() throws IOException {
        for (var one : open.values()) {
            one.close();
        }
        open.clear();
    }
}
