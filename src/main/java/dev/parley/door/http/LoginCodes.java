package dev.parley.door.http;

import dev.parley.base.problem.Problem;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Codes that let a browser in once: long ones in links, short ones that a person types on another
/// device. After too many wrong ones from other machines the short ones are void, and nobody there
/// may try for a while. Thread-safe.
final class LoginCodes {
    static final Duration LINK_LIFETIME = Duration.ofMinutes(10);
    static final Duration PAIRING_LIFETIME = Duration.ofMinutes(5);

    private static final int MOST_WRONG = 10;

    /// Letters and digits that nobody takes for another one.
    private static final String LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";

    private record Code(Instant expiry, boolean isShort) {}

    private final Clock clock;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, Code> codes = new ConcurrentHashMap<>();
    private int wrong; // guarded by this
    private Instant since = Instant.EPOCH; // guarded by this

    LoginCodes(Clock clock) {
        this.clock = clock;
    }

    String link() {
        var code = Token.random().substring(0, 22); // 132 bits: a link fits a narrow terminal
        add(code, LINK_LIFETIME, false);
        return code;
    }

    /// `K7QF-2M9X`
    String pairing() {
        var code = new StringBuilder();
        for (var at = 0; at < 8; at++) {
            code.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        add(code.toString(), PAIRING_LIFETIME, true);
        return code.insert(4, '-').toString();
    }

    private void add(String code, Duration lifetime, boolean isShort) {
        var now = clock.instant();
        codes.values().removeIf(one -> one.expiry().isBefore(now));
        codes.put(code, new Code(now.plus(lifetime), isShort));
    }

    /// Takes a code, which is gone then.
    ///
    /// @param isRemote whether it comes from another machine
    void take(String said, boolean isRemote) {
        if (isRemote) {
            checkPatience();
        }
        var code = codes.remove(said);
        if (code == null) {
            code = codes.remove(said.replaceAll("[\\s-]", "").toUpperCase(Locale.ROOT));
        }
        if (code == null || code.expiry().isBefore(clock.instant())) {
            if (isRemote) {
                countWrong();
            }
            throw new Problem(
                    Problem.Kind.UNAUTHORIZED,
                    "This link has been used or is too old.",
                    "Run `parley up` again: it prints a new one.");
        }
    }

    private synchronized void checkPatience() {
        if (since.plus(PAIRING_LIFETIME).isBefore(clock.instant())) {
            wrong = 0;
        }
        if (wrong >= MOST_WRONG) {
            throw new Problem(
                    Problem.Kind.OVER_LIMIT,
                    "Too many wrong codes were tried.",
                    "Wait five minutes, then run `parley devices pair` for a new one.");
        }
    }

    private synchronized void countWrong() {
        if (wrong++ == 0) {
            since = clock.instant();
        }
        if (wrong >= MOST_WRONG) {
            codes.values().removeIf(Code::isShort);
        }
    }
}
