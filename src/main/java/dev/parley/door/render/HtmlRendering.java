package dev.parley.door.render;

import dev.parley.base.resource.Resources;

import java.io.PrintStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A session as one HTML file that needs nothing else, to keep or to share. Everything in it is
/// text: it may load nothing and run nothing.
public final class HtmlRendering extends Rendering {
    private static final int LONGEST_PROMPT = 100;

    private final List<String> prompts = new ArrayList<>();

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
        out.println(
                "<p class=\"facts\">" + escaped(facts) + " · <a href=\"#prompts\">prompts</a></p>");
    }

    @Override
    void user(String text, Instant time) {
        prompts.add(line(text));
        out.println("<a id=\"p" + prompts.size() + "\"></a>");
        said("user", "User", Optional.empty(), text, time);
    }

    @Override
    void assistant(String text, Instant time) {
        var safe = Printable.text(text.strip());
        said("assistant", "Assistant", Markdown.read(safe).map(MarkdownHtml::of), text, time);
    }

    /// @param html the text as HTML, where it is more than text
    private void said(String kind, String who, Optional<String> html, String text, Instant time) {
        out.println(
                "<section class=\""
                        + kind
                        + "\"><h2>"
                        + who
                        + " <time>"
                        + text(time)
                        + "</time></h2><div"
                        + html.map(made -> " class=\"markdown\">" + made)
                                .orElseGet(() -> ">" + escaped(text.strip()))
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
    void edit(String tool, ShownEdit edit) {
        out.println(
                "<details class=\"call\" open><summary>"
                        + escaped(Printable.line(tool + " " + edit.path()))
                        + "</summary><pre>");
        edit.lines().forEach(line -> out.println(diffLine(line)));
        out.println("</pre></details>");
    }

    private static String diffLine(String line) {
        return switch (line.charAt(0)) {
            case '-' -> "<del>" + escaped(line) + "</del>";
            case '+' -> "<ins>" + escaped(line) + "</ins>";
            default -> escaped(line);
        };
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
        out.println("<nav id=\"prompts\"><h2>Prompts</h2><ol>");
        for (var at = 0; at < prompts.size(); at++) {
            out.println("<li><a href=\"#p" + (at + 1) + "\">" + prompts.get(at) + "</a></li>");
        }
        out.println("</ol></nav></main></body></html>");
    }

    private static String line(String prompt) {
        var line = Printable.line(prompt);
        return escaped(
                line.length() > LONGEST_PROMPT ? line.substring(0, LONGEST_PROMPT) + "…" : line);
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
