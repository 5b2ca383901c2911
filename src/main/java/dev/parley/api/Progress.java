package dev.parley.api;

/// How far a pass over the files is. Told by the thread that waits for it, now and then.
@FunctionalInterface
public interface Progress {
    Progress SILENT = (_, _, _, _) -> {};

    void at(int filesRead, int files, long bytesRead, long bytes);
}
