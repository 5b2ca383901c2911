package dev.parley.testing;

/// How a program gets away from whoever started it, as lines of a shell script.
public final class Escape {
    private Escape() {}

    /// Leaves the parent, the process group, the session and the environment, ignores polite
    /// signals, and adds its number to the file `escaped` in the directory it was started in.
    public static final String FROM_EVERYTHING =
            """
            (setsid env -i /bin/sh -c 'trap "" HUP TERM INT; echo $$ >> escaped; while :; do sleep 1; done' </dev/null >/dev/null 2>&1 &)
            """;

    /// The same, and gets rid of the limit it inherited. Only its parent's parent can know it.
    public static final String FROM_EVERY_TAG =
            FROM_EVERYTHING.replace("/bin/sh", "prlimit --locks=unlimited /bin/sh");
}
