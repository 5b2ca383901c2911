package dev.parley.base.resource;

/// The version of Parley, as in the project file.
public final class Version {
    private Version() {}

    public static String current() {
        return Resources.text(Version.class, "/dev/parley/version.txt").strip();
    }
}
