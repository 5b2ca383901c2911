package dev.parley.door.render;

import dev.parley.base.resource.Resources;

import java.io.PrintStream;
import java.time.Instant;

/// A session as one HTML file that needs nothing else, to keep or to share. Everything in it is
/// text: it may load nothing and run nothing.
public final class HtmlRendering extends Rendering {
    public HtmlRendering(PrintStream out) {
        super(out);
    }

    @Override
    void begin(String title, String facts) {
        out.println("<!doctype html>");
        out.println("<html lang=\"en\"><head><meta charset=\"utf-8\">");
        out.println(
                "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">");
        out.println("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
        out.println("<title>" + escaped(title) + "</title>");
        out.println("<style>" + Resources.text(HtmlRendering.class, "session.css") + "</style>");
        out.println("</head><body><main>");
        out.println("<h1>" + escaped(title) + "</h1>");
        out.println("<p class=\"facts\">" + escaped(facts) + "</p>");
    }

    @Override
    void user(String text, Instant time) {
        said("user", "User", text, time);
    }

    @Override
    void assistant(String text, Instant time) {
        said("assistant", "Assistant", text, time);
    }

    private void said(String kind, String who, String text, Instant time) {
        out.println(
                "<section class=\""
                        + kind
                        + "\"><h2>"
                        + who
                        + " <time>"
                        + time
                        + "</time></h2><div>"
                        + escaped(text.strip())
                        + "</div></section>");
    }

    @Override
    void thought(String text) {
        folded("thought", "Thinking", text);
    }

    @Override
    void call(String tool, String input) {
        folded("call", tool, input);
    }

    @Override
    void result(String output, boolean isError) {
        folded(isError ? "failed" : "result", isError ? "Failed" : "Result", output);
    }

    private void folded(String kind, String name, String text) {
        out.println(
                "<details class=\""
                        + kind
                        + "\"><summary>"
                        + escaped(name)
                        + "</summary><pre>"
                        + escaped(text.strip())
                        + "</pre></details>");
    }

    @Override
    void failure(String message) {
        out.println("<p class=\"failed\">" + escaped(message) + "</p>");
    }

    @Override
    void end() {
        out.println("</main></body></html>");
    }

    private static String escaped(String text) {
        return Printable.text(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
