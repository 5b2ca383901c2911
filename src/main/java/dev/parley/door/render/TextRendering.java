package dev.parley.door.render;

import dev.parley.base.screen.OutsideText;
import dev.parley.base.screen.ScreenStream;
import dev.parley.base.screen.Style;

import org.commonmark.node.Node;

import java.io.PrintStream;
import java.time.Instant;
import java.util.Optional;

/// A session for a terminal, whose stream makes harmless what is in it. Results of tools are cut: a
/// person who wants them whole asks for another form.
public final class TextRendering extends Rendering {
    private static final String INDENT = "    ";
    private static final int LINES = 12;
    private static final int WIDTH = 200;

    private final OutsideText answers;

    public TextRendering(PrintStream out) {
        super(out);
        answers = new OutsideText(out, INDENT);
    }

    @Override
    void begin(String title, String facts) {
        out.println(title);
        out.println(facts);
    }

    @Override
    void user(String text, Instant time) {
        out.println();
        ScreenStream.print(out, Style.BOLD, "> " + text.stripTrailing().replace("\n", "\n> "));
        out.println();
    }

    @Override
    void assistant(String text, Instant time) {
        out.println();
        // Into a pipe it goes as it is.
        var read =
                ScreenStream.isScreen(out) ? Markdown.read(text.strip()) : Optional.<Node>empty();
        read.ifPresentOrElse(
                document -> MarkdownScreen.print(document, out, INDENT),
                () -> answers.print(text.strip() + "\n"));
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
        var lines = edit.lines();
        lines.stream().limit(LINES).forEach(this::changed);
        more(lines.size(), "  | ");
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
        more(lines.size(), mark);
    }

    private void more(int lines, String mark) {
        if (lines > LINES) {
            out.println(mark + "… " + (lines - LINES) + " more lines");
        }
    }

    private void changed(String line) {
        out.print("  | ");
        var style =
                switch (line.charAt(0)) {
                    case '-' -> Style.RED;
                    case '+' -> Style.GREEN;
                    default -> Style.PLAIN;
                };
        ScreenStream.print(out, style, cut(line));
        out.println();
    }

    private static String cut(String line) {
        return line.length() > WIDTH ? line.substring(0, WIDTH) + "…" : line;
    }
}
