package dev.parley.testing.hostile;

import java.util.List;

/// The worst values of every type, as they are written in JSON.
public final class WorstValues {
    private static final int DEEP = 400;
    private static final int TOO_DEEP = 5_000;

    public static final List<String> ALL =
            List.of(
                    "null",
                    "true",
                    "false",
                    "\"\"",
                    "\"  \\t \"",
                    quoted("/" + "x".repeat(33_000)),
                    "\"\\u0000\"",
                    "\"/home/dev/\\u0000\\u001b[2J\\u202e\"",
                    "\"\\ud800\"",
                    "\"half \\udc00 of it\"",
                    quoted("../../../../../../etc/passwd"),
                    quoted("+1000000000-12-31T23:59:59.999999999Z"),
                    quoted("-1000000000-01-01T00:00:00Z"),
                    quoted("9999-99-99T99:99:99.999Z"),
                    quoted("1969-12-31T23:59:59Z"),
                    "0",
                    "-1",
                    "0.5",
                    "2147483647",
                    "-2147483648",
                    "9223372036854775807",
                    "-9223372036854775808",
                    "999999999999999999",
                    "1e308",
                    "-1e308",
                    "1e400",
                    "9".repeat(400),
                    "9".repeat(2_000),
                    "[]",
                    "{}",
                    "[null,true,-1,{},[],\"\\ud800\"]",
                    "{\"text\":[1],\"type\":{},\"id\":null}",
                    "[".repeat(DEEP) + "]".repeat(DEEP),
                    "{\"a\":".repeat(DEEP) + "1" + "}".repeat(DEEP),
                    "[".repeat(TOO_DEEP) + "]".repeat(TOO_DEEP));

    private WorstValues() {}

    private static String quoted(String text) {
        return '"' + text + '"';
    }
}
