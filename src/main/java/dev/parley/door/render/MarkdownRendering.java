package dev.parley.door.render;

import java.io.PrintStream;
import java.time.Instant;

/// A session as Markdown, whole. What was said is Markdown already and made harmless; what tools
/// were given and gave is in fences that nothing in it can close.
public final class MarkdownRendering extends Rendering {
    public MarkdownRendering(PrintStream out) {
        super(out);
    }

    @Override
    void begin(String title, String facts) {
        out.println("# " + MarkdownText.safe(title));
        out.println();
        out.println(MarkdownText.safe(facts));
    }

    @Override
    void user(String text, Instant time) {
        heading("User", time);
        out.println(MarkdownText.safe(text));
    }

    @Override
    void assistant(String text, Instant time) {
        heading("Assistant", time);
        out.println(MarkdownText.safe(text));
    }

    private void heading(String who, Instant time) {
        out.println();
        out.println("## " + who + " · " + text(time));
        out.println();
    }

    @Override
    void thought(String text) {
        out.println();
        MarkdownText.safe(text).lines().forEach(line -> out.println("> " + line));
    }

    @Override
    void call(String tool, String input) {
        out.println();
        out.println("**" + MarkdownText.safe(Printable.line(tool)) + "**");
        fenced(input);
    }

    @Override
    void edit(String tool, ShownEdit edit) {
        out.println();
        out.println("**" + MarkdownText.safe(Printable.line(tool + " " + edit.path())) + "**");
        out.println();
        out.print(MarkdownText.fenced("diff", Printable.text(String.join("\n", edit.lines()))));
    }

    @Override
    void result(String output, boolean isError) {
        if (isError) {
            out.println();
            out.println("*failed*");
        }
        fenced(output);
    }

    @Override
    void failure(String message) {
        out.println();
        out.println("**Error:** " + MarkdownText.safe(Printable.line(message)));
    }

    private void fenced(String text) {
        out.println();
        out.print(MarkdownText.fenced("", Printable.text(text).strip()));
    }
}
