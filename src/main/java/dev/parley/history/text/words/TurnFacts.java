package dev.parley.history.text.words;

import org.apache.lucene.util.BytesRef;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// What the index keeps of a turn to show it, in one piece: looking up one value takes as long as
/// looking up all of them.
///
/// @param time when it began, in milliseconds
/// @param turn which one of the session it is, from 1
/// @param copy the same for a turn and its copies in other files and sessions
/// @param spots packed
public record TurnFacts(
        String session, String file, long time, int turn, long copy, BytesRef spots) {
    public BytesRef packed() {
        var name = session.getBytes(StandardCharsets.UTF_8);
        var path = file.getBytes(StandardCharsets.UTF_8);
        var size = 2 * Long.BYTES + 3 * Integer.BYTES + name.length + path.length + spots.length;
        var out = ByteBuffer.allocate(size);
        out.putLong(time).putInt(turn).putLong(copy);
        out.putInt(name.length).put(name).putInt(path.length).put(path);
        out.put(spots.bytes, spots.offset, spots.length);
        return new BytesRef(out.array());
    }

    /// @param packed is used by others when this has ended
    public static TurnFacts unpack(BytesRef packed) {
        var in = ByteBuffer.wrap(packed.bytes, packed.offset, packed.length);
        var time = in.getLong();
        var turn = in.getInt();
        var copy = in.getLong();
        var session = text(in);
        var file = text(in);
        var spots = new byte[in.remaining()];
        in.get(spots);
        return new TurnFacts(session, file, time, turn, copy, new BytesRef(spots));
    }

    private static String text(ByteBuffer in) {
        var bytes = new byte[in.getInt()];
        in.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
