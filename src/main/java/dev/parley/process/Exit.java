package dev.parley.process;

/// The end of a child: its exit code, the end of its standard error, and whether it had to be cut
/// short because it wrote too much, or because it closed its output and would not leave.
///
/// @param hitLineLimit what was too much was a single line
public record Exit(
        int code,
        String lastWords,
        boolean hitOutputLimit,
        boolean hitLineLimit,
        boolean lingered) {
    /// How long a line may be, in megabytes.
    public static final int LINE_MEGABYTES = LineCutter.LONGEST_LINE / (1024 * 1024);
}
