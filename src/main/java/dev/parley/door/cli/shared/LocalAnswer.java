package dev.parley.door.cli.shared;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;

/// The answer to one request of [LocalHttp]: its status is known, its body is read from here. What
/// ends before it is whole is a failure. Closing it closes the connection.
final class LocalAnswer extends InputStream {
    private static final int LONGEST_LINE = 64 * 1024;
    private static final long UNTIL_THE_END = Long.MAX_VALUE;

    private final InputStream in;
    private final int status;
    private boolean isChunked;
    private boolean isBegun;

    /// Of the body or of this chunk.
    private long left = UNTIL_THE_END;

    /// Reads what stands before the body.
    LocalAnswer(InputStream connection) throws IOException {
        in = new BufferedInputStream(connection);
        var first = line();
        if (!first.matches("HTTP/1\\.1 \\d{3}.*")) {
            throw new IOException("no HTTP: " + first);
        }
        status = Integer.parseInt(first, 9, 12, 10);
        for (var header = line(); !header.isEmpty(); header = line()) {
            hear(header);
        }
        if (isChunked) {
            left = 0;
        }
    }

    int status() {
        return status;
    }

    private void hear(String header) throws IOException {
        var colon = header.indexOf(':');
        var name = header.substring(0, Math.max(colon, 0)).toLowerCase(Locale.ROOT);
        var value = header.substring(colon + 1).strip();
        if (name.equals("content-length")) {
            left = number(value, 10);
        } else if (name.equals("transfer-encoding")) {
            isChunked = value.equalsIgnoreCase("chunked");
        }
    }

    /// Not before somebody wants it: it may take long to come.
    private void nextChunk() throws IOException {
        if (isBegun) {
            line(); // ends the one before
        }
        isBegun = true;
        var size = line();
        left = number(size.split(";", 2)[0].strip(), 16);
        isChunked = left > 0;
    }

    private static long number(String text, int radix) throws IOException {
        try {
            var number = Long.parseLong(text, radix);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException _) {
            // said below
        }
        throw new IOException("no length: " + text);
    }

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int from, int most) throws IOException {
        if (most == 0) {
            return 0;
        }
        if (left == 0 && isChunked) {
            nextChunk();
        }
        if (left == 0) {
            return -1;
        }
        var count = in.read(to, from, (int) Math.min(most, left));
        if (count < 0) {
            if (left == UNTIL_THE_END) {
                return -1;
            }
            throw new EOFException("it broke off");
        }
        left -= left == UNTIL_THE_END ? 0 : count;
        return count;
    }

    private String line() throws IOException {
        var text = new StringBuilder();
        for (var next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0 || text.length() > LONGEST_LINE) {
                throw new EOFException("it broke off");
            }
            if (next != '\r') {
                text.append((char) next);
            }
        }
        return text.toString();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
