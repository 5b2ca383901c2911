package dev.parley.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.base.json.Json;
import dev.parley.event.ToolResult;
import dev.parley.wire.ToolDefinition;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.Set;

class ToolboxTest {
    private final ToolRegistry shared = new ToolRegistry();
    private final ToolRegistry own = new ToolRegistry();

    private static Tool saying(String name, String text) {
        return new Tool() {
            @Override
            public ToolDefinition definition() {
                return new ToolDefinition(name, text, Json.object(), ToolDefinition.Effect.READS);
            }

            @Override
            public ToolResult call(ToolCall call) {
                return ToolResult.text(text);
            }
        };
    }

    private static String call(Toolbox box, String name) throws InterruptedException {
        var call =
                new ToolCall(
                        StubTool.CALLER, StubTool.MOMENT, Json.object(), Duration.ofMinutes(1));
        return box.call(name, call).text();
    }

    @Test
    void hasWhatWasChosenAndWhatIsItsOwn() throws InterruptedException {
        shared.register(saying("chosen", "shared"));
        shared.register(saying("hidden", "not to be seen"));
        own.register(saying("mine", "own"));
        var box = new Toolbox(shared, Set.of("chosen", "gone"), own);

        assertThat(box.definitions())
                .extracting(ToolDefinition::name)
                .containsExactly("mine", "chosen");
        assertTrue(box.has("chosen"));
        assertFalse(box.has("hidden"));
        assertFalse(box.has("gone"));
        assertEquals("shared", call(box, "chosen"));
        assertEquals("own", call(box, "mine"));
        assertEquals("There is no tool hidden.", call(box, "hidden"));
    }

    @Test
    void anOwnToolWinsOverASharedOneOfItsName() throws InterruptedException {
        shared.register(saying("search", "shared"));
        own.register(saying("search", "own"));
        var box = new Toolbox(shared, Set.of("search"), own);

        assertThat(box.definitions())
                .extracting(ToolDefinition::description)
                .containsExactly("own");
        assertEquals("own", call(box, "search"));
    }
}
