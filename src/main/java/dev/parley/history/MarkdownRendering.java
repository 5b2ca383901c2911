package dev.parley.history;

import java.io.PrintStream;
import java.time.Instant;

/// A session as Markdown, whole. What tools were given and gave is in fences that nothing in it can
/// close.
public final class MarkdownRendering extends Rendering {
    public MarkdownRendering(PrintStream out) {
        super(out);
    }

    @Override
    void begin(SessionEntry entry, String title, String facts) {
        out.println("# " + title);
        out.println();
        out.println(facts);
    }

    @Override
    void user(String text, Instant time) {
        heading("User", time);
        out.println(Printable.text(text).strip());
    }

    @Override
    void assistant(String text, Instant time) {
        heading("Assistant", time);
        out.println(Printable.text(text).strip());
    }

    private void heading(String who, Instant time) {
        out.println();
        out.println("## " + who + " · " + time);
        out.println();
    }

    @Override
    void thought(String text) {
        out.println();
        Printable.text(text).strip().lines().forEach(line -> out.println("> " + line));
    }

    @Override
    void call(String tool, String input) {
        out.println();
        out.println("**" + Printable.line(tool) + "**");
        fenced(input);
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
        out.println("**Error:** " + Printable.line(message));
    }

    private void fenced(String text) {
        var clean = Printable.text(text).strip();
        var fence = "```";
        while (clean.contains(fence)) {
            fence += "`";
        }
        out.println();
        out.println(fence);
        out.println(clean);
        out.println(fence);
    }
}
