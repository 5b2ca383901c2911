package dev.parley.workspace.changes;

import dev.parley.base.problem.Problem;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/// Names of files as git prints and reads them: what is unusual is in quotes with escapes, so a
/// line holds one name whatever bytes it is made of. A name that is no UTF-8, or begins with a
/// quote itself, keeps that form everywhere in Parley.
final class GitName {
    private static final String ESCAPED = "abfnrtv\"\\";
    private static final byte[] MEANT = {7, 8, 12, 10, 13, 9, 11, '"', '\\'};

    private GitName() {}

    /// The name that git printed, as people see it.
    static String read(String printed) {
        if (!printed.startsWith("\"")) {
            return printed;
        }
        var bytes = bytes(printed);
        if (bytes.length > 0 && bytes[0] == '"') {
            return printed;
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException _) {
            return printed;
        }
    }

    /// Whether Java can open a file of this name.
    static boolean isText(String name) {
        return !name.startsWith("\"");
    }

    /// A name as git reads it, one in a line.
    static String write(String name) {
        if (!isText(name)) {
            var _ = bytes(name); // or it is none
            return name;
        }
        var quoted = new StringBuilder("\"");
        for (var b : name.getBytes(StandardCharsets.UTF_8)) {
            if (b == '"' || b == '\\') {
                quoted.append('\\').append((char) b);
            } else if (b >= ' ' && b < 0x7f) {
                quoted.append((char) b);
            } else {
                quoted.append("\\%03o".formatted(b & 0xff));
            }
        }
        return quoted.append('"').toString();
    }

    private static byte[] bytes(String quoted) {
        var out = new ByteArrayOutputStream();
        var end = quoted.length() - 1;
        if (end < 1 || quoted.charAt(end) != '"') {
            throw broken(quoted);
        }
        var at = 1;
        while (at < end) {
            var c = quoted.charAt(at++);
            if (c != '\\') {
                out.writeBytes(String.valueOf(c).getBytes(StandardCharsets.UTF_8));
                continue;
            }
            var known = at < end ? ESCAPED.indexOf(quoted.charAt(at)) : -1;
            if (known >= 0) {
                out.write(MEANT[known]);
                at++;
            } else if (at + 2 < end && quoted.substring(at, at + 3).matches("[0-3][0-7]{2}")) {
                out.write(Integer.parseInt(quoted.substring(at, at + 3), 8));
                at += 3;
            } else {
                throw broken(quoted);
            }
        }
        return out.toByteArray();
    }

    private static Problem broken(String name) {
        return Problem.invalid(
                "The name " + name + " is not written as git writes names.",
                "Take it from the list of changes as it is there.");
    }
}
