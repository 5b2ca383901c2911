package dev.parley.provider.acp;

import dev.parley.base.json.Json;
import dev.parley.event.Action;
import dev.parley.provider.AcpOptions;
import dev.parley.provider.LiveTools;
import dev.parley.testing.LiveTranscript;
import dev.parley.wire.Ending;
import dev.parley.wire.LiveDialect;
import dev.parley.wire.LiveStep;
import dev.parley.wire.Opening;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// Agents whose every message may be broken anywhere.
class AcpDamageTest {
    /// What one member of a message may turn into.
    enum Damage {
        GONE,
        NULL,
        NUMBER,
        TEXT,
        LIST,
        OBJECT
    }

    /// Every line of every recording, with each of its members damaged in turn.
    @ParameterizedTest
    @EnumSource(Damage.class)
    void noDamagedLineBreaksIt(Damage damage) {
        for (var provider : List.of("demo", "gemini", "opencode", "kimi", "qwen")) {
            for (var recorded : LiveTranscript.of(provider)) {
                replay(recorded, damage);
            }
        }
    }

    private static void replay(LiveTranscript recorded, Damage damage) {
        var quirks =
                new AcpOptions(
                        AcpOptions.ReplayEnds.COMMANDS,
                        List.of("not found"),
                        List.of("allow_always", "approve_always"),
                        List.of("\\[.*"),
                        List.of("qwen/"),
                        "^(.+?)__",
                        "(.+)",
                        "^Already",
                        AcpOptions.Counted.LAST_REPLY,
                        true,
                        true,
                        true,
                        true);
        Supplier<AcpDialect> fresh =
                () -> new AcpDialect(quirks, Map.of(), false, LiveTools.UNKNOWN);
        recorded.replayWith(() -> new Damaging(fresh.get(), damage));
    }

    /// Hears each damaged form of a line before the line itself.
    private record Damaging(AcpDialect dialect, Damage damage) implements LiveDialect {
        @Override
        public LiveStep open() {
            return dialect.open();
        }

        @Override
        public LiveStep join(String conversation, Opening opening) {
            return dialect.join(conversation, opening);
        }

        @Override
        public LiveStep say(String conversation, Action.ForAgent action) {
            return dialect.say(conversation, action);
        }

        @Override
        public LiveStep leave(String conversation) {
            return dialect.leave(conversation);
        }

        @Override
        public LiveStep hear(String line) {
            Json.parseObject(line).ifPresent(json -> spoil(json, json));
            return dialect.hear(line);
        }

        private void spoil(JsonNode root, JsonNode node) {
            if (node instanceof ObjectNode object) {
                for (var name : List.copyOf(object.propertyNames())) {
                    var value = object.get(name);
                    if (damage == Damage.GONE) {
                        object.remove(name);
                    } else {
                        object.set(name, spoiled());
                    }
                    dialect.hear(Json.write(root));
                    object.set(name, value);
                    spoil(root, value);
                }
            } else if (node instanceof ArrayNode array) {
                array.forEach(each -> spoil(root, each));
            }
        }

        private JsonNode spoiled() {
            return switch (damage) {
                case GONE, NULL -> NullNode.getInstance();
                case NUMBER -> IntNode.valueOf(-7);
                case TEXT -> StringNode.valueOf("\u0000 ünd");
                case LIST -> Json.array().add("x").addNull();
                case OBJECT -> Json.object().put("x", 1);
            };
        }

        @Override
        public LiveStep end(Ending ending) {
            return dialect.end(ending);
        }
    }
}
