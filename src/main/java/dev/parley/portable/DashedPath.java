package dev.parley.portable;

import java.nio.file.Path;

/// The name that CLIs written in JavaScript make of a path for a folder of theirs.
public final class DashedPath {
    private DashedPath() {}

    /// What is no plain letter or digit becomes a dash; a character beyond the first 65,536, such
    /// as an emoji, becomes two, as those CLIs count.
    public static String of(Path path) {
        var name = path.toString().toCharArray();
        for (var at = 0; at < name.length; at++) {
            var one = name[at];
            var isPlain =
                    (one >= 'A' && one <= 'Z')
                            || (one >= 'a' && one <= 'z')
                            || (one >= '0' && one <= '9');
            if (!isPlain) {
                name[at] = '-';
            }
        }
        return new String(name);
    }
}
