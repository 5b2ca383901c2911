package dev.parley.work.move;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.portable.Piece;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Conversations go from every CLI whose sessions are files to every other, whole.
class MoveSessionTest {
    private static final List<String> CLIS = List.of("claude", "codex", "gemini", "kimi", "qwen");

    @TempDir private Path directory;

    private record Pair(String from, String to) {}

    private static Stream<Pair> pairs() {
        return CLIS.stream().flatMap(from -> CLIS.stream().map(to -> new Pair(from, to)));
    }

    /// What everybody keeps: who said what, which tools were called with what, what came of it.
    private static List<String> told(List<Piece> pieces) {
        return pieces.stream()
                .flatMap(piece ->
                        switch (piece) {
                            case Piece.Prompt prompt ->
                                    Stream.of(
                                            "user: " + prompt.text(),
                                            "images: " + prompt.images().size());
                            case Piece.Summary summary -> Stream.of("summary: " + summary.text());
                            case Piece.Step step ->
                                    Stream.concat(
                                            Stream.of("assistant: " + step.text()),
                                            step.calls().stream()
                                                    .map(call ->
                                                            "result: "
                                                                    + call.result().text()
                                                                    + call.result().isError()));
                        })
                .toList();
    }

    private static final List<String> EXPECTED =
            List.of(
                    "user: NU1 Please list the files. Grüße 日本語 😀",
                    "images: 0",
                    "assistant: NA1a I will run ls.",
                    "result: NR1BEGIN\nline 000001 lorem ipsum dolor sit amet\nline 000002 lorem ipsum dolor sit amet\nNR1ENDfalse",
                    "assistant: NA1b There are many files ✓",
                    "user: NU2 look at this picture and fix notes",
                    "images: 1",
                    "assistant: NA2a Editing.",
                    "result: NR2 The file has been updated.false",
                    "result: NR3 cat: /nope: No such file or directorytrue",
                    "assistant: NA2b Edited; the other file does not exist.",
                    "user: NU3 thanks",
                    "images: 0",
                    "assistant: NA3 You are welcome. ñ");

    @ParameterizedTest
    @MethodSource("pairs")
    void bringsEverythingToTheOther(Pair pair) throws Exception {
        try (var stage = new MoveStage(directory)) {
            var from = stage.install(pair.from());
            assertEquals(EXPECTED, told(stage.pieces(from)), "as it is read");
            var before = stage.files();

            var move = stage.move(from, pair.to());

            assertEquals(EXPECTED, told(stage.pieces(move.to())), "as it was written");
            before.forEach((path, content) -> {
                try {
                    assertTrue(stage.files().get(path).startsWith(content), path + " changed");
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            assertEquals(3, move.turns());
            assertEquals(3, move.calls());
        }
    }

    @Test
    void namesToolsAsTheTargetDoes() throws Exception {
        try (var stage = new MoveStage(directory)) {
            var codex = stage.move(stage.install("claude"), "codex").to();
            assertEquals(
                    List.of("exec_command", "apply_patch", "exec_command"),
                    stage.pieces(codex).stream()
                            .filter(Piece.Step.class::isInstance)
                            .flatMap(piece -> ((Piece.Step) piece).calls().stream())
                            .map(Piece.Call::name)
                            .toList());
            var back = stage.move(codex, "claude").to();
            var calls =
                    stage.pieces(back).stream()
                            .filter(Piece.Step.class::isInstance)
                            .flatMap(piece -> ((Piece.Step) piece).calls().stream())
                            .toList();
            assertEquals(
                    List.of("Bash", "Edit", "Bash"), calls.stream().map(Piece.Call::name).toList());
            assertEquals(
                    "the answer is 42", calls.get(1).arguments().path("old_string").asString());
            assertEquals(
                    "the answer is 43", calls.get(1).arguments().path("new_string").asString());
        }
    }

    private static List<String> calls(List<Piece> pieces) {
        return pieces.stream()
                .filter(Piece.Step.class::isInstance)
                .flatMap(piece -> ((Piece.Step) piece).calls().stream())
                .map(call -> call.id() + " " + call.name() + " " + sorted(call.arguments()))
                .toList();
    }

    private static Map<String, JsonNode> sorted(JsonNode arguments) {
        var sorted = new TreeMap<String, JsonNode>();
        arguments.propertyStream().forEach(one -> sorted.put(one.getKey(), one.getValue()));
        return sorted;
    }

    @ParameterizedTest
    @ValueSource(strings = {"codex", "gemini", "kimi", "qwen"})
    void aRoundTripKeepsEverything(String by) throws Exception {
        try (var stage = new MoveStage(directory)) {
            var from = stage.install("claude");
            var back = stage.move(stage.move(from, by).to(), "claude").to();
            assertEquals(told(stage.pieces(from)), told(stage.pieces(back)));
            assertEquals(calls(stage.pieces(from)), calls(stage.pieces(back)));
            assertEquals(
                    stage.pieces(from).stream().map(Piece::time).toList(),
                    stage.pieces(back).stream().map(Piece::time).toList());
        }
    }
}
