package dev.parley.history.text.index;

import org.apache.lucene.util.BytesRef;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32;

/// How a file looked when it was indexed, kept in the index itself: what is in one commit belongs
/// together.
///
/// @param lastTurn the number of the first event of the last turn, which may go on
/// @param lastSequence the highest number of an event
/// @param isBranched whether something in it was taken back
/// @param ending a checksum of what was at its end: it tells a file that grew from one that was
///   written anew
public record FileState(
        long size,
        long modified,
        long lastTurn,
        long lastSequence,
        boolean isBranched,
        long ending) {
    private static final int ENDING = 256;

    public boolean looksLike(long otherSize, long otherModified) {
        return size == otherSize && modified == otherModified;
    }

    BytesRef packed() {
        return new BytesRef(
                ByteBuffer.allocate(6 * Long.BYTES)
                        .putLong(size)
                        .putLong(modified)
                        .putLong(lastTurn)
                        .putLong(lastSequence)
                        .putLong(isBranched ? 1 : 0)
                        .putLong(ending)
                        .array());
    }

    static FileState unpack(BytesRef packed) {
        var in = ByteBuffer.wrap(packed.bytes, packed.offset, packed.length);
        return new FileState(
                in.getLong(),
                in.getLong(),
                in.getLong(),
                in.getLong(),
                in.getLong() == 1,
                in.getLong());
    }

    /// Whether a file still has what it had when it was indexed, and more.
    public boolean hasGrown(Path file, long now) {
        return now >= size && ending == ending(file, size);
    }

    /// @return a checksum of what is before this place, or -1 when it cannot be read
    public static long ending(Path file, long end) {
        try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
            var bytes = ByteBuffer.allocate((int) Math.min(ENDING, end));
            var start = end - bytes.capacity();
            while (bytes.hasRemaining() && channel.read(bytes, start + bytes.position()) > 0) {
                // Reads until it is full.
            }
            var sum = new CRC32();
            sum.update(bytes.flip());
            return sum.getValue();
        } catch (IOException _) {
            return -1;
        }
    }
}
