package dev.parley.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.json.Json;
import dev.parley.event.Action;
import dev.parley.event.Envelope;
import dev.parley.event.Event;
import dev.parley.event.EventJson;
import dev.parley.provider.claude.ClaudeDialect;
import dev.parley.provider.codex.CodexDialect;
import dev.parley.testing.LiveTranscript;
import dev.parley.wire.Ending;
import dev.parley.wire.Happening;
import dev.parley.wire.LiveDialect;
import dev.parley.wire.LiveStep;
import dev.parley.wire.Opening;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Every recorded conversation with Claude Code and Codex, with one line of it replaced by a lie:
/// whatever an agent says, it is heard, what is told of it can be stored and read again, and every
/// turn that began ends, once, at the latest with the process.
class LyingAgentTest {
    private static final Map<String, Supplier<LiveDialect>> DIALECTS =
            Map.of("claude", ClaudeDialect::new, "codex", CodexDialect::new);

    /// What many transcripts have in common is lied about in so many of them.
    private static final int TIMES = 2;

    static Stream<Arguments> everyLie() {
        return Stream.of("claude", "codex")
                .flatMap(provider ->
                        Arrays.stream(Lies.values()).map(lie -> Arguments.of(provider, lie)));
    }

    @ParameterizedTest
    @MethodSource("everyLie")
    void aValueThatLies(String provider, Lies lie) {
        var seen = new HashMap<String, Integer>();
        for (var recorded : LiveTranscript.of(provider)) {
            var lines = said(recorded);
            for (var at = 0; at < lines.size(); at++) {
                var number = at;
                lie.tell(
                        lines.get(at),
                        (path, line) -> {
                            var kind = kind(lines.get(number)) + path;
                            if (seen.merge(kind, 1, Integer::sum) <= TIMES) {
                                replay(recorded, provider, number, List.of(line), path);
                            }
                        });
            }
        }
        assertThat(seen).hasSizeGreaterThan(300);
    }

    @ParameterizedTest
    @MethodSource("providers")
    void aLineThatIsNone(String provider) {
        eachLine(
                provider,
                (recorded, at, line) -> {
                    for (var instead : Lies.insteadOf(line)) {
                        replay(recorded, provider, at, List.of(instead), "whole");
                    }
                });
    }

    @ParameterizedTest
    @MethodSource("providers")
    void aLineThatIsMissingSaidTwiceOrTheLast(String provider) {
        eachLine(
                provider,
                (recorded, at, line) -> {
                    replay(recorded, provider, at, List.of(), "missing");
                    replay(recorded, provider, at, List.of(line, line), "twice");
                    replayUntil(recorded, provider, at, "the last");
                });
    }

    /// Everything that was said in all other conversations, as of another one and of this one.
    @ParameterizedTest
    @MethodSource("providers")
    void whatBelongsToOthers(String provider) {
        var others =
                LiveTranscript.of(provider).stream().flatMap(each -> said(each).stream()).toList();
        eachLine(
                provider,
                (recorded, at, line) -> {
                    if (at % 8 == 0) {
                        var all = new ArrayList<>(others);
                        all.add(line);
                        replay(recorded, provider, at, all, "all others");
                    }
                });
    }

    static Stream<String> providers() {
        return DIALECTS.keySet().stream().sorted();
    }

    private interface EachLine {
        void take(LiveTranscript recorded, int at, String line);
    }

    private static void eachLine(String provider, EachLine each) {
        for (var recorded : LiveTranscript.of(provider)) {
            var lines = said(recorded);
            for (var at = 0; at < lines.size(); at++) {
                each.take(recorded, at, lines.get(at));
            }
        }
    }

    private static List<String> said(LiveTranscript recorded) {
        return recorded.text()
                .lines()
                .filter(line -> line.startsWith("< "))
                .map(line -> line.substring(2))
                .toList();
    }

    private static String kind(String line) {
        var json = Json.parse(line).orElseGet(Json::object);
        return json.path("method").asString("")
                + json.path("type").asString("")
                + json.path("subtype").asString("");
    }

    private static void replay(
            LiveTranscript recorded, String provider, int at, List<String> lies, String what) {
        var liar = new Liar(DIALECTS.get(provider).get(), at, lies, false);
        play(recorded, liar, at + " " + what + " " + lies);
    }

    private static void replayUntil(LiveTranscript recorded, String provider, int at, String what) {
        play(
                recorded,
                new Liar(DIALECTS.get(provider).get(), at, List.of(), true),
                at + " " + what);
    }

    private static void play(LiveTranscript recorded, Liar liar, String how) {
        try {
            recorded.replayWith(() -> liar);
            liar.finish();
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError(
                    recorded + " line " + how.substring(0, Math.min(700, how.length())), e);
        }
    }

    /// Lets a dialect hear the lie in place of one line, and looks at all it makes of that.
    private static final class Liar implements LiveDialect {
        private final LiveDialect dialect;
        private final int liesAt;
        private final List<String> lies;
        private final boolean isLast;
        private final Set<String> conversations = new HashSet<>();
        private final Set<String> asked = new HashSet<>();
        private final Map<String, Integer> begun = new HashMap<>();
        private final Map<String, Integer> ended = new HashMap<>();
        private int heard;
        private boolean isOver;

        Liar(LiveDialect dialect, int liesAt, List<String> lies, boolean isLast) {
            this.dialect = dialect;
            this.liesAt = liesAt;
            this.lies = lies;
            this.isLast = isLast;
        }

        @Override
        public LiveStep open() {
            return checked(dialect.open());
        }

        @Override
        public LiveStep join(String conversation, Opening opening) {
            conversations.add(conversation);
            return checked(dialect.join(conversation, opening));
        }

        /// As a connection does it: to a conversation that is over nothing is said.
        @Override
        public LiveStep say(String conversation, Action.ForAgent action) {
            if (isOver || !conversations.contains(conversation)) {
                return LiveStep.NOTHING;
            }
            if (action instanceof Action.Prompt prompt) {
                if (begun.size() > ended.size() || !asked.isEmpty()) {
                    return LiveStep.NOTHING; // a session says it when the turn before is over
                }
                asked.add(prompt.turnId());
            }
            return checked(dialect.say(conversation, action));
        }

        @Override
        public LiveStep leave(String conversation) {
            if (isOver || !conversations.remove(conversation)) {
                return LiveStep.NOTHING;
            }
            asked.clear(); // the session ends them
            return checked(dialect.leave(conversation));
        }

        @Override
        public LiveStep hear(String line) {
            if (isOver) {
                return LiveStep.NOTHING;
            }
            var number = heard++;
            if (number != liesAt) {
                return checked(dialect.hear(line));
            }
            if (isLast) {
                checked(dialect.hear(line));
                return end(new Ending(1, "gone"));
            }
            lies.forEach(lie -> checked(dialect.hear(lie)));
            return LiveStep.NOTHING;
        }

        @Override
        public LiveStep end(Ending ending) {
            if (isOver) {
                return LiveStep.NOTHING;
            }
            isOver = true;
            return checked(dialect.end(ending));
        }

        void finish() {
            end(new Ending(137, ""));
            assertEquals(begun, ended, "every turn that began ends once");
            assertThat(asked).as("prompts whose turn did not end").isEmpty();
        }

        private LiveStep checked(LiveStep step) {
            for (var line : step.lines()) {
                assertThat(line).doesNotContain("\n");
                assertThat(Json.parseOwn(line)).as(line).isPresent();
            }
            for (var happening : step.happenings()) {
                switch (happening) {
                    case Happening.Joined joined -> assertThat(joined.nativeId()).isNotEmpty();
                    case Happening.Refused refused -> {
                        conversations.remove(refused.conversation());
                        asked.clear(); // the session ends them
                        ended.putAll(begun);
                    }
                    case Happening.Said said -> hear(said.event());
                    case Happening.Ready _,
                            Happening.Offered _,
                            Happening.ToolAsked _,
                            Happening.ToolDropped _,
                            Happening.Unclaimed _ -> {}
                }
            }
            return step;
        }

        private void hear(Event event) {
            var envelope = new Envelope(Instant.EPOCH, "p", "n", 1, event, null);
            var json = Json.write(EventJson.write(envelope, EventJson.Raw.LEFT_OUT));
            var again = EventJson.read(Json.parseOwn(json).orElseThrow());
            assertEquals(json, Json.write(EventJson.write(again, EventJson.Raw.LEFT_OUT)));
            switch (event) {
                case Event.TurnStarted(var turn, _) -> begun.merge(turn, 1, Integer::sum);
                case Event.TurnEnded(var turn, _) -> {
                    asked.remove(turn);
                    ended.merge(turn, 1, Integer::sum);
                }
                default -> {}
            }
        }
    }
}
