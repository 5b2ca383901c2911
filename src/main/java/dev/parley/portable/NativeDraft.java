package dev.parley.portable;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A session of a CLI as it is written, line by line: prompts and steps go in, lines come out. Each
/// line is written with a line feed behind it, the last one too.
public interface NativeDraft {
    /// The id under which the CLI will know it.
    String nativeId();

    /// Where the session will be: a file, or a folder.
    Path place();

    /// The file that gets the lines, below a folder; empty where the place is that file.
    default Path lines() {
        return Path.of("");
    }

    List<String> begin();

    List<String> add(Piece.Prompt prompt);

    List<String> add(Piece.Step step);

    List<String> end();

    /// Small files that belong to it, below its place if that is a folder, else below the CLI's
    /// home; known at the end.
    default Map<Path, String> beside() {
        return Map.of();
    }

    /// Lines for lists that the CLI keeps of its sessions, by file. They are appended when
    /// everything else is in its place.
    default Map<Path, String> registered() {
        return Map.of();
    }

    /// Arguments with which the CLI itself takes a file in, instead of it being put into its place;
    /// empty where nobody has to be asked.
    default List<String> importing(Path file) {
        return List.of();
    }
}
