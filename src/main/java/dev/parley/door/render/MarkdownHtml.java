package dev.parley.door.render;

import org.commonmark.node.Image;
import org.commonmark.node.Node;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.HtmlNodeRendererContext;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.html.UrlSanitizer;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// Markdown as HTML: raw HTML in it is shown, links lead to pages only, and pictures become links.
final class MarkdownHtml {
    private static final HtmlRenderer RENDERER =
            HtmlRenderer.builder()
                    .escapeHtml(true)
                    .sanitizeUrls(true)
                    .urlSanitizer(new PagesOnly())
                    .softbreak("<br>\n")
                    .attributeProviderFactory(_ ->
                            (_, tag, attributes) -> {
                                if (tag.equals("a")) {
                                    attributes.put("rel", "noopener noreferrer nofollow");
                                }
                            })
                    .nodeRendererFactory(Pictures::new)
                    .build();

    private MarkdownHtml() {}

    static String of(Node document) {
        // Once more: `&#27;` in Markdown is an escape.
        return Printable.text(RENDERER.render(document));
    }

    private static final class PagesOnly implements UrlSanitizer {
        private static final Pattern PAGE = Pattern.compile("(?:https?|mailto):.*");

        @Override
        public String sanitizeLinkUrl(String url) {
            return PAGE.matcher(url.strip().toLowerCase(Locale.ROOT)).matches() ? url : "";
        }

        @Override
        public String sanitizeImageUrl(String url) {
            return sanitizeLinkUrl(url);
        }
    }

    /// A picture would be loaded from somewhere as soon as somebody opens the file.
    private record Pictures(HtmlNodeRendererContext context) implements NodeRenderer {
        @Override
        public Set<Class<? extends Node>> getNodeTypes() {
            return Set.of(Image.class);
        }

        @Override
        public void render(Node node) {
            var url = context.urlSanitizer().sanitizeImageUrl(((Image) node).getDestination());
            var html = context.getWriter();
            html.tag("a", Map.of("href", context.encodeUrl(url), "rel", "noopener noreferrer"));
            html.text("[picture] ");
            for (var child = node.getFirstChild(); child != null; child = child.getNext()) {
                context.render(child);
            }
            html.tag("/a");
        }
    }
}
