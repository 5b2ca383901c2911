package dev.parley.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.parley.base.json.Json;

import org.junit.jupiter.api.DynamicTest;

import tools.jackson.databind.JsonNode;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Runs a file of `web/e2e` in a real Chromium against a real Parley, and makes a test of each of
/// its journeys. A machine that has no Node.js, no page or no Chromium aborts with the reason; CI
/// must have them.
final class PageJourneys {
    private static final long MOST_MINUTES = 15;
    private static final List<String> CHROMIUM = List.of("scripts/chromium");

    private PageJourneys() {}

    static Stream<DynamicTest> of(String suite) throws IOException, InterruptedException {
        var missing = missing();
        if (!missing.isEmpty()) {
            return Stream.of(dynamicTest("a browser is there", () -> lacking(missing)));
        }
        var played = play(suite, Map.of());
        var tests = new ArrayList<DynamicTest>();
        for (var journey : journeys(played)) {
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

    /// The same in a test that prepares more than the file itself can.
    ///
    /// @param more what the file finds among its variables
    /// @return what it printed
    static String played(String suite, Map<String, String> more)
            throws IOException, InterruptedException {
        var missing = missing();
        if (!missing.isEmpty()) {
            lacking(missing);
        }
        var played = play(suite, more);
        for (var journey : journeys(played)) {
            assertTrue(
                    journey.path("problem").isNull(),
                    () -> journey.path("journey") + ": " + journey.path("problem").asString());
        }
        assertEquals(0, played.exitCode(), played::output);
        return played.output();
    }

    private static Played play(String suite, Map<String, String> more)
            throws IOException, InterruptedException {
        var variables = new HashMap<>(more);
        variables.put("PAGE_JAVA_HOME", System.getProperty("java.home"));
        variables.put("PAGE_CLASSPATH", classPath());
        variables.put("PAGE_CHROMIUM", run(CHROMIUM, Map.of()).output().lines().toList().getLast());
        variables.put("PAGE_ARTEFACTS", Path.of("target/page").toAbsolutePath().toString());
        return run(List.of("node", "web/e2e/run.mjs", suite), variables);
    }

    /// For a process that works elsewhere.
    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(part -> Path.of(part).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /// Journeys print figures as well, which nothing here depends on.
    private static List<JsonNode> journeys(Played played) {
        return played.output()
                .lines()
                .filter(line -> line.startsWith("{\"journey\""))
                .map(line -> Json.parse(line).orElseThrow())
                .toList();
    }

    /// The tests of `web/src`, which need no browser.
    static Stream<DynamicTest> units() throws IOException, InterruptedException {
        var missing = missingPage();
        if (!missing.isEmpty()) {
            return Stream.of(dynamicTest("the page is there", () -> lacking(missing)));
        }
        var vitest = "web/node_modules/vitest/vitest.mjs";
        var tried = run(List.of("node", vitest, "run", "--root", "web"), Map.of());
        return Stream.of(
                dynamicTest(
                        "everything in web/src",
                        () -> assertTrue(tried.exitCode() == 0, tried.output())));
    }

    private static String missing() throws IOException, InterruptedException {
        var missing = missingPage();
        if (!missing.isEmpty()) {
            return missing;
        }
        var chromium = run(CHROMIUM, Map.of());
        return chromium.exitCode() == 0 ? "" : chromium.output().strip();
    }

    private static String missingPage() {
        if (!Files.exists(Path.of("target/classes/dev/parley/door/web/page/index.html"))) {
            return "the page is not built";
        }
        return Files.isDirectory(Path.of("web/node_modules/playwright-core"))
                ? ""
                : "web/node_modules is not there: run npm ci in web";
    }

    private static void lacking(String reason) {
        if ("true".equals(System.getenv("CI"))) {
            throw new AssertionError("The page cannot be tried: " + reason);
        }
        abort("The page was not tried: " + reason);
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
