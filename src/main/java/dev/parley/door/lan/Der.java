package dev.parley.door.lan;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/// The few parts of DER (X.690) that a certificate needs.
final class Der {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'");

    private Der() {}

    static byte[] tagged(int tag, byte[]... parts) {
        var content = joined(parts);
        var out = new ByteArrayOutputStream();
        out.write(tag);
        if (content.length < 128) {
            out.write(content.length);
        } else {
            var length = BigInteger.valueOf(content.length).toByteArray();
            var from = length[0] == 0 ? 1 : 0;
            out.write(0x80 | (length.length - from));
            out.write(length, from, length.length - from);
        }
        out.writeBytes(content);
        return out.toByteArray();
    }

    static byte[] sequence(byte[]... parts) {
        return tagged(0x30, parts);
    }

    static byte[] integer(BigInteger value) {
        return tagged(0x02, value.toByteArray());
    }

    static byte[] text(String value) {
        return tagged(0x0C, value.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] octets(byte[] value) {
        return tagged(0x04, value);
    }

    static byte[] bits(byte[] value) {
        return tagged(0x03, new byte[] {0}, value);
    }

    static byte[] yes() {
        return tagged(0x01, new byte[] {(byte) 0xFF});
    }

    static byte[] time(Instant when) {
        var text = TIME.format(when.atOffset(ZoneOffset.UTC));
        // Until 2049 with two digits of the year, as RFC 5280 wants it.
        return text.compareTo("2050") < 0
                ? tagged(0x17, text.substring(2).getBytes(StandardCharsets.US_ASCII))
                : tagged(0x18, text.getBytes(StandardCharsets.US_ASCII));
    }

    /// `1.2.840.10045.4.3.2`
    static byte[] identifier(String dotted) {
        var numbers = dotted.split("\\.", -1);
        var out = new ByteArrayOutputStream();
        out.write(Integer.parseInt(numbers[0]) * 40 + Integer.parseInt(numbers[1]));
        for (var at = 2; at < numbers.length; at++) {
            var number = Integer.parseInt(numbers[at]);
            for (var shift = 28; shift > 0; shift -= 7) {
                if (number >>> shift != 0) {
                    out.write(0x80 | ((number >>> shift) & 0x7F));
                }
            }
            out.write(number & 0x7F);
        }
        return tagged(0x06, out.toByteArray());
    }

    private static byte[] joined(byte[]... parts) {
        var out = new ByteArrayOutputStream();
        for (var part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }
}
