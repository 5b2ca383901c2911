package dev.parley.tool.own;

import dev.parley.base.problem.Problem;

import java.nio.file.Path;

/// A declaration that cannot be used.
///
/// @param name what the file is called, without its ending: what is in it may be anything
/// @param reason what is wrong, and what to do
public record BrokenTool(String name, Path file, String reason) {
    static BrokenTool of(Path file, Problem problem) {
        var name = file.getFileName().toString();
        return new BrokenTool(
                name.substring(0, name.length() - ".json".length()),
                file,
                problem.message() + " " + problem.remedy());
    }
}
