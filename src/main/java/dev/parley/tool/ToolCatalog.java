package dev.parley.tool;

import dev.parley.base.problem.Problem;

import java.nio.file.Path;
import java.util.List;

/// Which tools there are for those who work in a directory. Thread-safe.
public interface ToolCatalog {
    /// All of them, as they are now.
    ToolRegistry in(Path directory);

    /// The names of those that everybody gets who asks for none in particular.
    List<String> usual(Path directory);

    /// The names that words stand for: each is a tool or a group of them.
    ///
    /// @throws Problem for a word that is neither, with the closest one
    List<String> chosen(Path directory, List<String> words);
}
