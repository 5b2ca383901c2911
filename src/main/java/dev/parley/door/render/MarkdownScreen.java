package dev.parley.door.render;

import dev.parley.base.screen.ColumnWidth;
import dev.parley.base.screen.ScreenFilter;
import dev.parley.base.screen.ScreenStream;
import dev.parley.base.screen.Style;

import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.BlockQuote;
import org.commonmark.node.BulletList;
import org.commonmark.node.Code;
import org.commonmark.node.Emphasis;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.ListBlock;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.OrderedList;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.StrongEmphasis;
import org.commonmark.node.Text;
import org.commonmark.node.ThematicBreak;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/// Markdown as a person reads it on a terminal: styles instead of stars, lines broken between
/// words. Code keeps its lines. HTML in it is text like any other.
final class MarkdownScreen extends AbstractVisitor {
    private static final int NARROWEST = 20;
    private static final int RULE = 30;

    /// Part of a line.
    private record Piece(String text, Style style) {}

    private final PrintStream out;
    private final int columns;
    private final List<Piece> pieces = new ArrayList<>();

    /// What stands before each line, and instead of it before the next one.
    private String indent;

    private String marker;
    private Style style = Style.PLAIN;
    private boolean hasPrinted;

    private MarkdownScreen(PrintStream out, String indent) {
        this.out = out;
        this.indent = indent;
        this.marker = indent;
        this.columns = ScreenStream.columns(out);
    }

    static void print(Node document, PrintStream out, String indent) {
        document.accept(new MarkdownScreen(out, indent));
    }

    /// An empty line before a block, unless it is the first or in a list without such lines.
    private void separate(Node block) {
        var isFirst = block.getPrevious() == null;
        if (isFirst && (block instanceof ListItem || block.getParent() instanceof ListItem)) {
            return;
        }
        var list =
                block.getParent() instanceof ListItem item ? item.getParent() : block.getParent();
        var isTight = list instanceof ListBlock known && known.isTight();
        if (hasPrinted && !isTight) {
            out.println(indent.stripTrailing());
        }
    }

    private void styled(Style more, Node parent) {
        var before = style;
        style = style.and(more);
        visitChildren(parent);
        style = before;
    }

    private void add(String text) {
        pieces.add(new Piece(ScreenFilter.whole(text), style));
    }

    @Override
    public void visit(Paragraph paragraph) {
        separate(paragraph);
        visitChildren(paragraph);
        printPieces();
    }

    @Override
    public void visit(Heading heading) {
        separate(heading);
        styled(heading.getLevel() == 1 ? Style.BOLD.and(Style.UNDERLINED) : Style.BOLD, heading);
        printPieces();
    }

    @Override
    public void visit(BulletList list) {
        separate(list);
        visitChildren(list);
    }

    @Override
    public void visit(OrderedList list) {
        separate(list);
        visitChildren(list);
    }

    @Override
    public void visit(ListItem item) {
        separate(item);
        var sign = sign(item);
        var before = indent;
        marker = marker.substring(0, Math.min(marker.length(), before.length())) + sign;
        indent = before + " ".repeat(sign.length());
        visitChildren(item);
        if (item.getFirstChild() == null) {
            printPieces();
        }
        indent = before;
        marker = before;
    }

    private static String sign(ListItem item) {
        if (!(item.getParent() instanceof OrderedList list)) {
            return "• ";
        }
        var number = list.getMarkerStartNumber() == null ? 1 : list.getMarkerStartNumber();
        for (var other = item.getPrevious(); other != null; other = other.getPrevious()) {
            number++;
        }
        return number + ". ";
    }

    @Override
    public void visit(BlockQuote quote) {
        var before = indent;
        var isFirstLine = !marker.equals(indent);
        separate(quote);
        indent = before + "│ ";
        marker = isFirstLine ? marker + "│ " : indent;
        hasPrinted = false;
        styled(Style.DIM, quote);
        hasPrinted = true;
        indent = before;
        marker = before;
    }

    @Override
    public void visit(FencedCodeBlock code) {
        code(code, code.getLiteral());
    }

    @Override
    public void visit(IndentedCodeBlock code) {
        code(code, code.getLiteral());
    }

    private void code(Node block, String text) {
        separate(block);
        text.stripTrailing()
                .lines()
                .forEach(line -> {
                    out.print(takeMarker() + "  ");
                    ScreenStream.print(out, Style.CYAN, ScreenFilter.whole(line));
                    out.println();
                });
        hasPrinted = true;
    }

    @Override
    public void visit(HtmlBlock html) {
        separate(html);
        html.getLiteral()
                .lines()
                .forEach(line -> {
                    add(line);
                    printPieces();
                });
    }

    @Override
    public void visit(ThematicBreak line) {
        separate(line);
        ScreenStream.print(out, Style.DIM, takeMarker() + "─".repeat(RULE));
        out.println();
        hasPrinted = true;
    }

    @Override
    public void visit(Text text) {
        add(text.getLiteral());
    }

    @Override
    public void visit(HtmlInline html) {
        add(html.getLiteral());
    }

    @Override
    public void visit(Code code) {
        pieces.add(new Piece(ScreenFilter.whole(code.getLiteral()), style.and(Style.CYAN)));
    }

    @Override
    public void visit(Emphasis emphasis) {
        styled(Style.ITALIC, emphasis);
    }

    @Override
    public void visit(StrongEmphasis emphasis) {
        styled(Style.BOLD, emphasis);
    }

    /// Where it leads is there for everybody to see.
    @Override
    public void visit(Link link) {
        styled(Style.UNDERLINED, link);
        if (!(link.getFirstChild() instanceof Text text
                && text.getLiteral().equals(link.getDestination()))) {
            add(" (" + link.getDestination() + ")");
        }
    }

    @Override
    public void visit(Image image) {
        add("[picture] ");
        visitChildren(image);
        add(" (" + image.getDestination() + ")");
    }

    /// Lines that an agent has broken are meant so, in a table for example.
    @Override
    public void visit(SoftLineBreak end) {
        printPieces();
    }

    @Override
    public void visit(HardLineBreak end) {
        printPieces();
    }

    private String takeMarker() {
        var now = marker;
        marker = indent;
        return now;
    }

    /// A line, or as many as it needs.
    private void printPieces() {
        var begin = takeMarker();
        out.print(begin);
        var room = Math.max(NARROWEST, columns - ColumnWidth.of(indent));
        var left = room;
        for (var piece : pieces) {
            for (var word : words(piece.text())) {
                var width = ColumnWidth.of(word.stripTrailing());
                if (width > left && left < room) {
                    out.println();
                    out.print(indent);
                    left = room;
                    if (word.isBlank()) {
                        continue;
                    }
                }
                ScreenStream.print(out, piece.style(), word);
                left -= ColumnWidth.of(word);
            }
        }
        out.println();
        pieces.clear();
        hasPrinted = true;
    }

    /// Each with the space behind it.
    private static List<String> words(String text) {
        return List.of(text.split("(?<=\\s)(?=\\S)", -1));
    }
}
