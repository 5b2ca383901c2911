package dev.parley.history.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32;

/// The content of a file that ends with a checksum, without the checksum: what a
/// [java.io.DataOutputStream] wrote. Read piece by piece: the catalog of a hundred thousand
/// sessions has no room in memory beside what it becomes. Its own buffer, because the streams of
/// the JDK take a lock for each of millions of numbers.
final class CheckedContent implements AutoCloseable {
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final int BUFFER = 1 << 16;

    private final InputStream in;
    private final CRC32 sum = new CRC32();
    private final byte[] buffer = new byte[BUFFER];
    private long unread;
    private int at;
    private int end;

    /// @param length of the content
    CheckedContent(InputStream in, long length) {
        this.in = in;
        unread = length;
    }

    static CheckedContent open(Path path) throws IOException {
        return new CheckedContent(
                Files.newInputStream(path), Math.max(0, Files.size(path) - Long.BYTES));
    }

    int readInt() throws IOException {
        need(Integer.BYTES);
        var value = (int) INT.get(buffer, at);
        at += Integer.BYTES;
        return value;
    }

    long readLong() throws IOException {
        need(Long.BYTES);
        var value = (long) LONG.get(buffer, at);
        at += Long.BYTES;
        return value;
    }

    boolean readBoolean() throws IOException {
        need(1);
        return buffer[at++] != 0;
    }

    /// @param length in bytes
    String readText(int length) throws IOException {
        promise(length);
        if (length > BUFFER) {
            return new String(readBytes(length), UTF_8);
        }
        need(length);
        var text = new String(buffer, at, length, UTF_8);
        at += length;
        return text;
    }

    private byte[] readBytes(int length) throws IOException {
        var bytes = new byte[length];
        for (var done = 0; done < length; ) {
            need(1);
            var count = Math.min(length - done, end - at);
            System.arraycopy(buffer, at, bytes, done, count);
            at += count;
            done += count;
        }
        return bytes;
    }

    /// Numbers as they are in memory, the lowest byte first.
    long[] readLongs(int count) throws IOException {
        promise((long) count * Long.BYTES);
        var longs = new long[count];
        for (var done = 0; done < count; ) {
            need(Long.BYTES);
            var some = Math.min(count - done, (end - at) / Long.BYTES);
            ByteBuffer.wrap(buffer, at, some * Long.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .asLongBuffer()
                    .get(longs, done, some);
            at += some * Long.BYTES;
            done += some;
        }
        return longs;
    }

    /// The number may be that of a broken file: nothing is made that is longer than what is there.
    private void promise(long bytes) throws IOException {
        if (bytes < 0 || bytes > unread + end - at) {
            throw new EOFException("Something is missing");
        }
    }

    private void need(int count) throws IOException {
        if (end - at < count) {
            fill(count);
        }
    }

    private void fill(int count) throws IOException {
        System.arraycopy(buffer, at, buffer, 0, end - at);
        end -= at;
        at = 0;
        while (end < count) {
            var read = in.read(buffer, end, (int) Math.min(BUFFER - end, unread));
            if (read <= 0) {
                throw new EOFException("Something is missing");
            }
            sum.update(buffer, end, read);
            unread -= read;
            end += read;
        }
    }

    /// To be asked at the end: whether this is what was written, all of it.
    boolean isWhole() throws IOException {
        while (unread > 0) {
            at = end;
            fill(1);
        }
        var written = in.readNBytes(Long.BYTES);
        return written.length == Long.BYTES && (long) LONG.get(written, 0) == sum.getValue();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
