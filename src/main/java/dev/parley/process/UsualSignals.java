package dev.parley.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The words before a command that give it its signals back. Whoever starts Parley in the
/// background of a script has it ignore Ctrl-C, and a program inherits what is ignored: nothing in
/// a terminal could be interrupted then. A shell cannot undo that, and Java cannot either.
final class UsualSignals {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String IGNORED = "SigIgn:";

    /// Ctrl-C and Ctrl-\ (signals 2 and 3).
    private static final long OF_KEYS = 0b110;

    private static final List<Path> PERL = List.of(Path.of("/usr/bin/perl"), Path.of("/bin/perl"));
    private static final String RESTORE =
            "$SIG{$_} = 'DEFAULT' for qw(INT QUIT); exec { $ARGV[0] } @ARGV or exit 127";

    private UsualSignals() {}

    /// None where nothing is ignored, which is nearly always so.
    static List<String> words() {
        return Here.ARE_IGNORED ? restoring() : List.of();
    }

    static List<String> restoring() {
        return PERL.stream()
                .filter(Files::isExecutable)
                .findFirst()
                .map(perl -> List.of(perl.toString(), "-e", RESTORE))
                .orElse(List.of());
    }

    /// @param status as Linux writes it
    static boolean areIgnored(List<String> status) {
        return status.stream()
                .filter(line -> line.startsWith(IGNORED))
                .map(line -> line.substring(IGNORED.length()).strip())
                .anyMatch(mask -> (Long.parseUnsignedLong(mask, 16) & OF_KEYS) != 0);
    }

    private static final class Here {
        private static final boolean ARE_IGNORED = look();

        private static boolean look() {
            try {
                return Files.exists(STATUS) && areIgnored(Files.readAllLines(STATUS));
            } catch (IOException | NumberFormatException _) {
                return false;
            }
        }
    }
}
