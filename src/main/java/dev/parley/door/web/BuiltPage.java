package dev.parley.door.web;

import dev.parley.base.resource.Resources;

import java.util.List;
import java.util.Optional;

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

    BuiltPage(String folder) {
        this.folder = folder;
    }

    /// The names of all files, such as `assets/index-68ljNvD7.js`; none without a page.
    List<String> files() {
        return find("files.txt").stream().flatMap(String::lines).toList();
    }

    String index() {
        return find("index.html").orElse(UNBUILT);
    }

    String file(String name) {
        return Resources.text(BuiltPage.class, folder + "/" + name);
    }

    private Optional<String> find(String name) {
        var isThere = BuiltPage.class.getResource(folder + "/" + name) != null;
        return isThere ? Optional.of(file(name)) : Optional.empty();
    }
}
