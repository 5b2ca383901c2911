package dev.parley.door.render;

import dev.parley.base.screen.OutsideText;

import java.io.PrintStream;
import java.time.Instant;

/// A session for a terminal, whose stream makes harmless what is in it. Results of tools are cut: a
/// person who wants them whole asks for another form.
public final class TextRendering extends Rendering {
    private static final int LINES = 12;
    private static final int WIDTH = 200;

    private final OutsideText answers;

    public TextRendering(PrintStream out) {
        super(out);
        answers = new OutsideText(out, "    ");
    }

    @Override
    void begin(String title, String facts) {
        out.println(title);
        out.println(facts);
    }

    @Override
    void user(String text, Instant time) {
        out.println();
        out.println("> " + text.stripTrailing().replace("\n", "\n> "));
    }

    @Override
    void assistant(String text, Instant time) {
        out.println();
        answers.print(text.strip() + "\n");
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
    void edit(String tool, ShownEdit edit) {
        out.println();
        out.println("· " + cut(Printable.line(tool + " " + edit.path())));
        beginning(String.join("\n", edit.lines()), "  | ");
    }

    @Override
    void result(String output, boolean isError) {
        beginning(output, isError ? "  ! " : "  | ");
    }

    @Override
    void failure(String message) {
        out.println();
        out.println("! " + OutsideText.under(message));
    }

    private void beginning(String text, String mark) {
        var lines = text.stripTrailing().lines().dropWhile(String::isBlank).toList();
        lines.stream().limit(LINES).forEach(line -> out.println(mark + cut(line)));
        if (lines.size() > LINES) {
            out.println(mark + "… " + (lines.size() - LINES) + " more lines");
        }
    }

    private static String cut(String line) {
        return line.length() > WIDTH ? line.substring(0, WIDTH) + "…" : line;
    }
}
