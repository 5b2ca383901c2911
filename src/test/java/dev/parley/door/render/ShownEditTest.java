package dev.parley.door.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.json.Json;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.util.List;

class ShownEditTest {
    private static JsonNode json(String text) {
        return Json.parse(text).orElseThrow();
    }

    @Test
    void showsWhatGoesAndWhatComesBetweenWhatStays() {
        var edit =
                ShownEdit.of(
                                json(
                                        """
                                        {"file_path": "/a/b.txt", "old_string": "one\\ntwo\\nthree", "new_string": "one\\n2\\n2b\\nthree"}
                                        """))
                        .orElseThrow();
        assertEquals("/a/b.txt", edit.path());
        assertEquals(List.of("  one", "- two", "+ 2", "+ 2b", "  three"), edit.lines());
    }

    @Test
    void whatIsThereTwiceIsNotTakenTwice() {
        var edit =
                ShownEdit.of(json("{\"path\":\"f\",\"oldString\":\"a\\na\",\"newString\":\"a\"}"));
        assertEquals(List.of("  a", "- a"), edit.orElseThrow().lines());
        var added = ShownEdit.of(json("{\"path\":\"f\",\"oldString\":\"\",\"newString\":\"a\"}"));
        assertEquals(List.of("+ a"), added.orElseThrow().lines());
    }

    @Test
    void anythingElseIsNoEdit() {
        assertThat(ShownEdit.of(json("{\"path\":\"f\",\"old_string\":1,\"new_string\":\"a\"}")))
                .isEmpty();
        assertThat(ShownEdit.of(json("{\"command\":\"ls\"}"))).isEmpty();
    }
}
