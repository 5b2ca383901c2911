package dev.parley.door.cli;

import dev.parley.json.Json;

import java.io.InputStream;
import java.io.PrintStream;

/// The three streams of a command, and whether a person watches: then progress and colour make
/// sense.
///
/// @param isInteractive standard error is a terminal
public record Console(InputStream in, PrintStream out, PrintStream err, boolean isInteractive) {
    void printJson(Object value) {
        out.println(Json.pretty(value));
    }

    /// A word in a colour, where colours are shown.
    String dim(String text) {
        return isInteractive ? "\u001b[2m" + text + "\u001b[0m" : text;
    }
}
