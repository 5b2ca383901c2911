package dev.parley.base.screen;

import java.io.IOException;
import java.io.OutputStream;

/// Standard output of the program. What cannot be written there ends the command that wants to
/// print, as it does with every program in a pipeline.
public final class StandardOutput extends OutputStream {
    /// The reader is gone, or there is no room to write.
    public static final class Closed extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final boolean isReaderGone;

        private Closed(IOException cause) {
            super(cause.getMessage(), cause);
            isReaderGone = String.valueOf(cause.getMessage()).contains("Broken pipe");
        }

        /// It was a pipe, and its other end was closed.
        public boolean isReaderGone() {
            return isReaderGone;
        }
    }

    private final OutputStream out;
    private volatile boolean hasFailed;
    private IOException failure = new IOException();

    public StandardOutput(OutputStream out) {
        this.out = out;
    }

    /// One try at writing.
    private interface Attempt {
        void run() throws IOException;
    }

    private void attempt(Attempt attempt) {
        if (!hasFailed) {
            try {
                attempt.run();
                return;
            } catch (IOException e) {
                failure = e;
                hasFailed = true;
            }
        }
        throw new Closed(failure);
    }

    @Override
    public void write(int b) {
        attempt(() -> out.write(b));
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        attempt(() -> out.write(bytes, offset, length));
    }

    /// Also reports the failure of an earlier write.
    @Override
    public void flush() {
        attempt(out::flush);
    }
}
