package dev.parley.sessionfile;

import dev.parley.sessionfile.scan.LineSplitter;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/// A file that others append lines to, and the place up to which it was read. A last line that is
/// not finished is left for the next time, unless it is a whole JSON object that only lacks its
/// line end.
final class GrowingFile {
    /// Enough to tell a file that was written anew from one that only grew.
    private static final int MEMORY = 64;

    /// Small enough for what is read to stay in the processor's cache, on its way through a buffer
    /// of the JDK and while it is looked at: with four times as much, reading takes twice as long.
    private static final int CHUNK = 1 << 16;

    private final Path path;
    private final int limit;
    private long offset;
    private byte[] before = new byte[0];
    private boolean isInsideTooLong;

    /// Whether it became shorter while it was read: what is at its end cannot be compared.
    private boolean isCut;

    GrowingFile(Path path, int limit) {
        this.path = path;
        this.limit = limit;
    }

    enum Change {
        NONE,
        GROWN,
        /// It is shorter than before, or different: what was read is void.
        REWRITTEN
    }

    /// Reads on. After [Change#REWRITTEN] nothing was read yet, and the next call starts at the
    /// beginning.
    Change readOn(LineSplitter.Lines lines) throws IOException {
        try (var channel = FileChannel.open(path, StandardOpenOption.READ)) {
            var size = channel.size();
            if (isCut
                    || size < offset
                    || !Arrays.equals(before, at(channel, offset - before.length))) {
                startOver();
                return Change.REWRITTEN;
            }
            return size == offset ? Change.NONE : read(channel, lines);
        }
    }

    /// The next call starts at the beginning.
    void startOver() {
        offset = 0;
        before = new byte[0];
        isInsideTooLong = false;
        isCut = false;
    }

    private byte[] at(FileChannel channel, long position) throws IOException {
        var bytes = ByteBuffer.allocate(before.length);
        while (bytes.hasRemaining() && channel.read(bytes, position + bytes.position()) > 0) {
            // Reads until it is full.
        }
        return bytes.hasRemaining() ? new byte[0] : bytes.array();
    }

    private Change read(FileChannel channel, LineSplitter.Lines lines) throws IOException {
        var start = offset;
        try (var splitter = new LineSplitter(limit, lines)) {
            read(channel, lines, splitter);
        }
        remember(channel);
        return offset == start ? Change.NONE : Change.GROWN;
    }

    private void read(FileChannel channel, LineSplitter.Lines lines, LineSplitter splitter)
            throws IOException {
        splitter.startAt(offset);
        if (isInsideTooLong) {
            splitter.goOnTooLong();
        }
        // Most files are small, and there may be a hundred thousand of them.
        var bytes = new byte[(int) Math.min(CHUNK, channel.size() - offset + 1)];
        var position = offset;
        for (var count = read(channel, bytes, position);
                count > 0;
                count = read(channel, bytes, position)) {
            splitter.feed(bytes, count);
            position += count;
        }
        isInsideTooLong = splitter.isTooLong();
        offset = position - splitter.pending();
        if (splitter.pending() > 0 && splitter.rest().json().isPresent()) {
            lines.at(offset);
            lines.line(splitter.rest());
            offset = position;
        }
    }

    private static int read(FileChannel channel, byte[] bytes, long position) throws IOException {
        return channel.read(ByteBuffer.wrap(bytes), position);
    }

    private void remember(FileChannel channel) throws IOException {
        before = new byte[(int) Math.min(MEMORY, offset)];
        before = at(channel, offset - before.length);
        isCut = offset > 0 && before.length == 0;
    }
}
