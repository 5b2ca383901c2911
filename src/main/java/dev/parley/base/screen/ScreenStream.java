package dev.parley.base.screen;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/// A stream to a person's terminal. Everything that is printed goes through a [ScreenFilter]; only
/// Parley uses the styles here, so nothing from outside can look like them.
public final class ScreenStream extends PrintStream {
    private static final String PLAIN = "\u001b[0m";
    private static final String LINE_ANEW = "\r\u001b[K";

    private final Filtered filtered;
    private final Look look;

    /// What the terminal is like.
    ///
    /// @param columns how wide it is, 0 if nobody knows
    /// @param hasStyles whether bold, dim and colours may be used
    /// @param canGoBack whether a line can be written over
    public record Look(int columns, boolean hasStyles, boolean canGoBack) {
        public static final Look UNKNOWN = new Look(0, true);

        public Look(int columns, boolean hasStyles) {
            this(columns, hasStyles, true);
        }
    }

    /// @param flushesLines every line is shown at once
    public ScreenStream(OutputStream terminal, boolean flushesLines, Look look) {
        this(new Filtered(terminal), flushesLines, look);
    }

    private ScreenStream(Filtered filtered, boolean flushesLines, Look look) {
        super(filtered, flushesLines, StandardCharsets.UTF_8);
        this.filtered = filtered;
        this.look = look;
    }

    /// Whether a person's terminal is at the other end.
    public static boolean isScreen(PrintStream to) {
        return to instanceof ScreenStream;
    }

    /// How many columns fit in a line; as many as wanted where it is no terminal or its width is
    /// not known.
    public static int columns(PrintStream to) {
        return to instanceof ScreenStream screen && screen.look.columns() > 0
                ? screen.look.columns()
                : Integer.MAX_VALUE;
    }

    /// Whether what was printed in a line can be written over.
    public static boolean canGoBack(PrintStream to) {
        return to instanceof ScreenStream screen && screen.look.canGoBack();
    }

    /// Whether styles are used there.
    public static boolean hasStyles(PrintStream to) {
        return to instanceof ScreenStream screen && screen.look.hasStyles();
    }

    /// Prints a text, parts of which may come from outside, in a style where there are styles.
    public static void print(PrintStream to, Style style, String text) {
        if (to instanceof ScreenStream screen) {
            screen.print(style, text);
        } else {
            to.print(text);
        }
    }

    private synchronized void print(Style style, String text) {
        if (!look.hasStyles() || text.isEmpty() || style.begin().isEmpty()) {
            print(text);
            return;
        }
        direct(style.begin());
        print(text);
        direct(PLAIN);
    }

    /// Begins the line anew, over what is in it. Nothing happens where that is not possible.
    public static void beginLineAnew(PrintStream to) {
        if (to instanceof ScreenStream screen && screen.look.canGoBack()) {
            screen.direct(LINE_ANEW);
        }
    }

    private synchronized void direct(String sequence) {
        try {
            filtered.direct(sequence);
        } catch (IOException _) {
            setError();
        }
    }

    /// Bytes in, harmless bytes out. What is no UTF-8 becomes a sign that says so, so that no
    /// terminal takes a byte for a control character of eight bits.
    private static final class Filtered extends OutputStream {
        private static final int PIECE = 4096;

        private final OutputStream terminal;
        private final ScreenFilter filter = new ScreenFilter();
        private final CharsetDecoder decoder =
                StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPLACE)
                        .onUnmappableCharacter(CodingErrorAction.REPLACE);
        private final ByteBuffer bytes = ByteBuffer.allocate(PIECE);
        private final CharBuffer chars = CharBuffer.allocate(PIECE + 1);

        Filtered(OutputStream terminal) {
            this.terminal = terminal;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] from, int offset, int length) throws IOException {
            for (var at = offset; at < offset + length; ) {
                var count = Math.min(bytes.remaining(), offset + length - at);
                bytes.put(from, at, count);
                at += count;
                decoder.decode(bytes.flip(), chars, false);
                bytes.compact();
                send(filter.piece(chars.flip()));
                chars.clear();
            }
        }

        /// Past the filter.
        void direct(String sequence) throws IOException {
            send(filter.end());
            send(sequence);
        }

        private void send(String text) throws IOException {
            terminal.write(text.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public void flush() throws IOException {
            terminal.flush();
        }

        @Override
        public void close() throws IOException {
            send(filter.end());
            terminal.close();
        }
    }
}
