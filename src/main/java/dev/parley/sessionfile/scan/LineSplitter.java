package dev.parley.sessionfile.scan;

/// Cuts bytes into lines. A line that is whole in what it is fed is told as it stands there, only
/// one that is not is put together. Of a line that is too long only the beginning is kept.
public final class LineSplitter implements AutoCloseable {
    public interface Lines {
        /// Where the next line begins.
        default void at(long offset) {}

        void line(Line line);

        /// Told as soon as it is known, once a line.
        void tooLong(String beginning);
    }

    private static final int BEGINNING = 4096;

    private final int limit;
    private final Lines lines;
    private final Piece partial = new Piece();
    private boolean isTooLong;
    private long begin;
    private long fed;

    public LineSplitter(int limit, Lines lines) {
        this.limit = limit;
        this.lines = lines;
    }

    /// What comes first is at this place of the file.
    public void startAt(long offset) {
        begin = offset;
        fed = offset;
    }

    public void feed(byte[] bytes, int length) {
        var start = 0;
        for (var end = Bytes.find('\n', bytes, start, length);
                end < length;
                end = Bytes.find('\n', bytes, start, length)) {
            if (partial.size() == 0 && !isTooLong && end - start <= limit) {
                lines.at(begin);
                lines.line(new Line(bytes, start, end - start));
            } else {
                add(bytes, start, end - start);
                end();
            }
            start = end + 1;
            begin = fed + start;
        }
        fed += length;
        add(bytes, start, length - start);
    }

    private void add(byte[] bytes, int from, int length) {
        if (isTooLong) {
            return;
        }
        if (partial.size() + length > limit) {
            partial.add(bytes, from, Math.min(length, Math.max(0, BEGINNING - partial.size())));
            var beginning = partial.beginning(BEGINNING).text();
            partial.clear();
            isTooLong = true;
            lines.tooLong(beginning);
        } else {
            partial.add(bytes, from, length);
        }
    }

    private void end() {
        if (!isTooLong) {
            lines.at(begin);
            lines.line(rest());
        }
        partial.clear();
        isTooLong = false;
    }

    /// What comes first is the rest of a line that was found too long the last time.
    public void goOnTooLong() {
        isTooLong = true;
    }

    /// Whether the line that has not ended yet is already too long.
    public boolean isTooLong() {
        return isTooLong;
    }

    /// The line that has not ended yet.
    public Line rest() {
        return partial.line();
    }

    public int pending() {
        return partial.size();
    }

    /// A line that did not end gives back its room.
    @Override
    public void close() {
        partial.clear();
    }
}
