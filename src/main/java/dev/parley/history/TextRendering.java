package dev.parley.history;

import java.io.PrintStream;
import java.time.Instant;

/// A session for a terminal. Results of tools are cut: who wants them whole asks for another form.
public final class TextRendering extends Rendering {
    private static final int LINES = 12;
    private static final int WIDTH = 200;

    public TextRendering(PrintStream out) {
        super(out);
    }

    @Override
    void begin(SessionEntry entry, String title, String facts) {
        out.println(title);
        out.println(facts);
    }

    @Override
    void user(String text, Instant time) {
        out.println();
        Printable.text(text).lines().forEach(line -> out.println("> " + line));
    }

    @Override
    void assistant(String text, Instant time) {
        out.println();
        out.println(Printable.text(text).strip());
    }

    @Override
    void thought(String text) {
        out.println();
        beginning(text, "  ~ ");
    }

    @Override
    void call(String tool, String input) {
        out.println();
        out.println("· " + cut(Printable.line(tool + " " + input)));
    }

    @Override
    void result(String output, boolean isError) {
        beginning(output, isError ? "  ! " : "  | ");
    }

    @Override
    void failure(String message) {
        out.println();
        out.println("! " + Printable.text(message));
    }

    private void beginning(String text, String mark) {
        var lines = Printable.text(text).strip().lines().toList();
        lines.stream().limit(LINES).forEach(line -> out.println(mark + cut(line)));
        if (lines.size() > LINES) {
            out.println(mark + "… " + (lines.size() - LINES) + " more lines");
        }
    }

    private static String cut(String line) {
        return line.length() > WIDTH ? line.substring(0, WIDTH) + "…" : line;
    }
}
