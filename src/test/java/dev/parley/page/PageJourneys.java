package dev.parley.page;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.parley.base.json.Json;

import org.junit.jupiter.api.DynamicTest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Runs a file of `web/e2e` in a real Chromium against a real Parley, and makes a test of each of
/// its journeys. A machine that has no Node.js, no page or no Chromium aborts with the reason; CI
/// must have them.
final class PageJourneys {
    private static final long MOST_MINUTES = 15;

    private PageJourneys() {}

    static Stream<DynamicTest> of(String suite) throws IOException, InterruptedException {
        var missing = missing();
        if (!missing.isEmpty()) {
            return missing(missing);
        }
        var chromium = run(List.of("scripts/chromium"), Map.of());
        if (chromium.exitCode() != 0) {
            return missing(chromium.output().strip());
        }
        var played =
                run(
                        List.of("node", "web/e2e/run.mjs", suite),
                        Map.of(
                                "PAGE_JAVA_HOME",
                                System.getProperty("java.home"),
                                "PAGE_CLASSPATH",
                                System.getProperty("java.class.path"),
                                "PAGE_CHROMIUM",
                                chromium.output().lines().toList().getLast(),
                                "PAGE_ARTEFACTS",
                                Path.of("target/page").toAbsolutePath().toString()));
        var tests = new ArrayList<DynamicTest>();
        // Journeys print figures as well, which nothing here depends on.
        for (var line :
                played.output().lines().filter(one -> one.startsWith("{\"journey\"")).toList()) {
            var journey = Json.parse(line).orElseThrow();
            tests.add(
                    dynamicTest(
                            journey.path("journey").asString(),
                            () ->
                                    assertTrue(
                                            journey.path("problem").isNull(),
                                            journey.path("problem").toPrettyString())));
        }
        tests.add(
                dynamicTest(
                        "all journeys were played",
                        () ->
                                assertTrue(
                                        played.exitCode() == 0 && tests.size() > 1,
                                        played.output())));
        return tests.stream();
    }

    /// The tests of `web/src`, which need no browser.
    static Stream<DynamicTest> units() throws IOException, InterruptedException {
        var missing = missing();
        if (!missing.isEmpty()) {
            return missing(missing);
        }
        var vitest = "web/node_modules/vitest/vitest.mjs";
        var tried = run(List.of("node", vitest, "run", "--root", "web"), Map.of());
        return Stream.of(
                dynamicTest(
                        "everything in web/src",
                        () -> assertTrue(tried.exitCode() == 0, tried.output())));
    }

    private static String missing() {
        if (!Files.exists(Path.of("target/classes/dev/parley/door/web/page/index.html"))) {
            return "the page is not built";
        }
        return Files.isDirectory(Path.of("web/node_modules/playwright-core"))
                ? ""
                : "web/node_modules is not there: run npm ci in web";
    }

    private static Stream<DynamicTest> missing(String reason) {
        return Stream.of(
                dynamicTest(
                        "a browser is there",
                        () -> {
                            if ("true".equals(System.getenv("CI"))) {
                                throw new AssertionError("The page cannot be tried: " + reason);
                            }
                            abort("The page was not tried: " + reason);
                        }));
    }

    private record Played(int exitCode, String output) {}

    private static Played run(List<String> command, Map<String, String> environment)
            throws IOException, InterruptedException {
        var output = Files.createTempFile("page", ".log");
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.redirectOutput(output.toFile()).environment().putAll(environment);
        var process = builder.start();
        var isOver = process.waitFor(MOST_MINUTES, TimeUnit.MINUTES);
        if (!isOver) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
        var text = Files.readString(output, StandardCharsets.UTF_8);
        Files.delete(output);
        return new Played(isOver ? process.exitValue() : -1, text);
    }
}
