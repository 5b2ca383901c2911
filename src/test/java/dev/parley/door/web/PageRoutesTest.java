package dev.parley.door.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.parley.door.http.Request;
import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;

import org.junit.jupiter.api.Test;

import java.util.Map;
import java.util.regex.Pattern;

/// What a browser gets, without a browser.
class PageRoutesTest {
    private static final Pattern HREF = Pattern.compile("(?:href|src)=\"/assets/[^\"]+\"");

    private final Routes routes = new Routes();

    PageRoutesTest() {
        new PageRoutes().register(routes);
    }

    @Test
    void everyAddressOfThePageIsThePage() throws InterruptedException {
        for (var place : PageRoutes.PLACES) {
            var path = place.address().replaceAll("\\{\\w+}", "x");
            var answer = get(routes, path);
            assertThat(answer.status()).as(path).isEqualTo(200);
            assertThat(answer.contentType()).startsWith("text/html");
            assertThat(answer.headers()).containsEntry("Cache-Control", "no-cache");
        }
    }

    @Test
    void theFilesOfAScreenAreInThePageFromTheBeginning() throws InterruptedException {
        var files = new BuiltPage("page").files();
        assumeTrue(!files.isEmpty(), "the page is not built");
        for (var place : PageRoutes.PLACES) {
            var body = get(routes, place.address().replaceAll("\\{\\w+}", "x")).body();
            var name = place.screen().replaceAll(".*/", "");
            assertThat(body).containsPattern("modulepreload[^>]*/assets/" + name);
            assertThat(HREF.matcher(body).results().map(found -> found.group()))
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void thePageRunsNoScriptThatStandsInItAndNothingOfOthers() throws InterruptedException {
        var policy = get(routes, "/").headers().get("Content-Security-Policy");

        assertThat(policy).contains("default-src 'none'", "script-src 'self';");
        assertThat(policy.replace("style-src 'self' 'unsafe-inline'", ""))
                .doesNotContain("unsafe", "http", "*");
        assertThat(get(routes, "/").body()).doesNotContainPattern("<script(?![^>]*src=\"/)");
    }

    @Test
    void whatHasAHashInItsNameIsKeptForever() throws InterruptedException {
        for (var file : new BuiltPage("page").files()) {
            if (file.startsWith("assets/")) {
                assertThat(get(routes, "/" + file).headers().get("Cache-Control"))
                        .contains("immutable");
            }
        }
    }

    @Test
    void aParleyBuiltWithoutNodeSaysSo() throws InterruptedException {
        var bare = new Routes();
        new PageRoutes(new BuiltPage("nothing")).register(bare);

        assertThat(get(bare, "/").body()).contains("its page is not built").contains("Node.js 20");
    }

    private static Response.Whole get(Routes routes, String path) throws InterruptedException {
        var request = new Request("GET", path, Map.of(), Map.of(), Map.of(), "");
        return (Response.Whole) routes.handle(request);
    }
}
