package dev.parley.door.web;

import dev.parley.base.json.Json;
import dev.parley.base.resource.Resources;

import tools.jackson.databind.JsonNode;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/// The page as `web/build.sh` left it among the classes. Read when it is asked for: browsers keep
/// what has a hash in its name.
final class BuiltPage {
    private static final String UNBUILT =
            """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <title>Parley</title>
            <h1>Parley runs, and its page is not built.</h1>
            <p>The machine that built this Parley had no Node.js. Install Node.js 20 or newer with npm, and build again.</p>
            <p>Everything else works: <code>parley --help</code> lists the commands.</p>
            """;

    private final String folder;
    private final Map<String, String> indexes = new ConcurrentHashMap<>();

    BuiltPage(String folder) {
        this.folder = folder;
    }

    /// The names of all files, such as `assets/index-68ljNvD7.js`; none without a page.
    List<String> files() {
        return find("files.txt").stream().flatMap(String::lines).toList();
    }

    /// The page with the files of one screen in its head: otherwise a browser hears of them when it
    /// has run all the rest.
    ///
    /// @param screen its folder and its name; empty: nobody knows yet which one it is
    String index(String screen) {
        return indexes.computeIfAbsent(screen, this::indexWith);
    }

    private String indexWith(String screen) {
        var index = find("index.html").orElse(UNBUILT);
        var manifest = find("manifest.json").flatMap(Json::parseObject);
        if (screen.isEmpty() || manifest.isEmpty()) {
            return index;
        }
        var files = new LinkedHashSet<String>();
        var name = screen.substring(screen.indexOf('/') + 1);
        manifest.get().properties().stream()
                .filter(part -> part.getValue().path("name").asString("").equals(name))
                .forEach(part -> collect(manifest.get(), part.getKey(), files));
        var links =
                files.stream()
                        .filter(file -> !index.contains("/" + file + "\""))
                        .map(BuiltPage::link)
                        .collect(Collectors.joining());
        return index.replace("</head>", links + "</head>");
    }

    /// A part of the page, and the parts it needs.
    private static void collect(JsonNode manifest, String part, Set<String> files) {
        var entry = manifest.path(part);
        if (entry.path("file").isString() && files.add(entry.path("file").asString())) {
            entry.path("css").forEach(style -> files.add(style.asString()));
            entry.path("imports").forEach(other -> collect(manifest, other.asString(), files));
        }
    }

    private static String link(String file) {
        var kind = file.endsWith(".css") ? "stylesheet" : "modulepreload";
        return "<link rel=\"" + kind + "\" crossorigin href=\"/" + file + "\">\n";
    }

    String file(String name) {
        return Resources.text(BuiltPage.class, folder + "/" + name);
    }

    private Optional<String> find(String name) {
        var isThere = BuiltPage.class.getResource(folder + "/" + name) != null;
        return isThere ? Optional.of(file(name)) : Optional.empty();
    }
}
