/// What one session of the corpus shall be.
///
/// @param project which of the projects
/// @param start milliseconds since 1970
/// @param bytes about how long its file gets
/// @param tiny without the long instructions real sessions begin with
record CorpusPlan(int project, long start, long bytes, boolean tiny) {
    static final int PROJECTS = 50;

    private static final String[] NAMES = "atlas birch cedar delta ember fjord grove heron iris juno".split(" ");
    private static final String[] KINDS = "api web core tools docs".split(" ");

    /// The directory the agent worked in; it need not exist.
    String directory() {
        return "/code/" + NAMES[project % NAMES.length] + "-" + KINDS[project / NAMES.length % KINDS.length];
    }
}
