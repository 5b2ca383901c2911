package dev.parley.history;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32;

/// The content of a file that ends with a checksum, without the checksum. Read piece by piece: the
/// catalog of a hundred thousand sessions has no room in memory beside what it becomes.
final class CheckedContent extends FilterInputStream {
    private static final int CHECK = Long.BYTES;
    private static final int BUFFER = 1 << 16;

    private final Pieces pieces;

    private CheckedContent(Pieces pieces) {
        super(new BufferedInputStream(pieces, BUFFER));
        this.pieces = pieces;
    }

    static CheckedContent open(Path path) throws IOException {
        return new CheckedContent(
                new Pieces(Files.newInputStream(path), Math.max(0, Files.size(path) - CHECK)));
    }

    /// To be asked at the end: whether this is what was written, all of it.
    boolean isWhole() throws IOException {
        transferTo(OutputStream.nullOutputStream());
        return pieces.isWhole();
    }

    private static final class Pieces extends FilterInputStream {
        private final CRC32 sum = new CRC32();
        private long left;

        Pieces(InputStream in, long length) {
            super(in);
            left = length;
        }

        @Override
        public int read() throws IOException {
            var one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            if (left == 0) {
                return -1;
            }
            var count = in.read(bytes, from, (int) Math.min(length, left));
            if (count > 0) {
                left -= count;
                sum.update(bytes, from, count);
            }
            return count;
        }

        boolean isWhole() throws IOException {
            return left == 0 && new DataInputStream(in).readLong() == sum.getValue();
        }
    }
}
