package dev.parley.history.text.hit;

import dev.parley.history.text.words.Role;

import org.apache.lucene.util.BytesRef;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Where the texts of a turn are: from which word of their role they begin, in which line of the
/// file, and with which number among the events of the session. A few bytes a text; with them a hit
/// is shown without keeping a copy of what was said.
public final class TextLocations {
    /// @param position of its first word, within its role
    /// @param sequence the number of its event
    /// @param offset where its line begins; -1 when the text is kept in the index instead
    public record Spot(Role role, int position, long sequence, long offset) {}

    private byte[] bytes = new byte[256];
    private int size;
    private final int[] positions = new int[Role.values().length];
    private long sequence;
    private long offset;

    public void clear() {
        size = 0;
        Arrays.fill(positions, 0);
        sequence = 0;
        offset = 0;
    }

    public void add(Spot spot) {
        var role = spot.role().code();
        number(role);
        number(spot.position() - positions[role]);
        number(spot.sequence() - sequence);
        // Several texts may be of one line, and -1 comes before all lines.
        number(spot.offset() + 1 - offset);
        positions[role] = spot.position();
        sequence = spot.sequence();
        offset = spot.offset() + 1;
    }

    private void number(long value) {
        if (size + 10 > bytes.length) {
            bytes = Arrays.copyOf(bytes, bytes.length * 2);
        }
        var left = value;
        while ((left & ~0x7fL) != 0) {
            bytes[size++] = (byte) ((left & 0x7f) | 0x80);
            left >>>= 7;
        }
        bytes[size++] = (byte) left;
    }

    public BytesRef packed() {
        return new BytesRef(Arrays.copyOf(bytes, size));
    }

    public static List<Spot> unpack(BytesRef packed) {
        var in =
                new Object() {
                    private int at = packed.offset;

                    long number() {
                        var value = 0L;
                        for (var shift = 0; ; shift += 7) {
                            var next = packed.bytes[at++];
                            value |= (next & 0x7fL) << shift;
                            if (next >= 0) {
                                return value;
                            }
                        }
                    }
                };
        var spots = new ArrayList<Spot>();
        var positions = new int[Role.values().length];
        var sequence = 0L;
        var offset = 0L;
        while (in.at < packed.offset + packed.length) {
            var role = (int) in.number();
            positions[role] += (int) in.number();
            sequence += in.number();
            offset += in.number();
            spots.add(new Spot(Role.of(role), positions[role], sequence, offset - 1));
        }
        return spots;
    }
}
