import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Bytes of a line in the making. What is put in is JSON already.
final class Text {
    private byte[] bytes = new byte[64 * 1024];
    private int length;

    Text put(String json) {
        var end = json.length();
        reserve(3 * end);
        for (var at = 0; at < end; at++) {
            var next = json.charAt(at);
            if (next >= 128) {
                return put(json.substring(at).getBytes(StandardCharsets.UTF_8));
            }
            bytes[length++] = (byte) next;
        }
        return this;
    }

    Text put(byte[] json) {
        return put(json, json.length);
    }

    Text put(Text json) {
        return put(json.bytes, json.length);
    }

    private Text put(byte[] json, int size) {
        reserve(size);
        System.arraycopy(json, 0, bytes, length, size);
        length += size;
        return this;
    }

    Text put(char json) {
        reserve(1);
        bytes[length++] = (byte) json;
        return this;
    }

    Text put(long number) {
        return put(Long.toString(number));
    }

    /// JSON as a string inside of JSON.
    Text quote(Text json) {
        reserve(2 * json.length);
        for (var at = 0; at < json.length; at++) {
            var next = json.bytes[at];
            if (next == '"' || next == '\\') {
                bytes[length++] = '\\';
            }
            bytes[length++] = next;
        }
        return this;
    }

    int length() {
        return length;
    }

    Text clear() {
        length = 0;
        return this;
    }

    void writeTo(OutputStream out) throws IOException {
        out.write(bytes, 0, length);
    }

    private void reserve(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
    }

    @Override
    public String toString() {
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }
}
