package dev.parley;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.api.Agent;
import dev.parley.api.NewRoom;
import dev.parley.api.RoomLimits;
import dev.parley.api.RoomMember;
import dev.parley.api.RoomMessage;
import dev.parley.api.RoomMessage.Kind;
import dev.parley.api.RoomMode;
import dev.parley.api.RoomPost;
import dev.parley.api.RoomState;
import dev.parley.room.Tokens;
import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ScriptedModel;
import dev.parley.testing.real.ManyClis;
import dev.parley.testing.real.RealCli;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Ten agents on three real CLIs, and two hundred messages of theirs: what each was sent grows with
/// the messages, not with their square.
@Tag("real")
class RealLongRoomTest {
    private static final Duration PATIENCE = Duration.ofMinutes(20);
    private static final int ROUNDS = 20;

    @TempDir Path temp;

    private final AtomicInteger answers = new AtomicInteger();

    @Test
    void whatTenAgentsAreSentIsBounded() throws Exception {
        var word = "word ".repeat(80);
        try (var model =
                ScriptedModel.answering(
                        _ -> Reply.text("Answer " + answers.incrementAndGet() + ": " + word))) {
            var clis = List.of(RealCli.CODEX, RealCli.CLAUDE, RealCli.OPENCODE);
            var variables = ManyClis.in(temp.toRealPath(), clis, model, "");
            try (var app = new App(variables)) {
                var rooms = app.rooms();
                var names = IntStream.range(0, 10).mapToObj(at -> "agent" + at).toList();
                for (var at = 0; at < names.size(); at++) {
                    var cli = clis.get(at % clis.size());
                    rooms.agents().put(Agent.on(cli.id(), names.get(at), "You are " + at));
                }
                rooms.make(
                        new NewRoom(
                                "r",
                                null,
                                "A long talk",
                                RoomMode.FREE,
                                names,
                                null,
                                null,
                                null,
                                null,
                                null,
                                new RoomLimits.Change(
                                        0, null, null, null, null, null, null, null)));
                var sent = new ArrayList<List<Long>>();
                for (var round = 0; round < ROUNDS; round++) {
                    rooms.say("r", RoomPost.of("Question " + round));
                    await().atMost(PATIENCE)
                            .until(() ->
                                    !rooms.isRunning("r")
                                            && rooms.get("r").state() == RoomState.IDLE);
                    sent.add(
                            rooms.details("r").members().stream()
                                    .map(RoomMember::sentTokens)
                                    .toList());
                }
                var said = rooms.messages("r", 0, 1000);
                assertEquals(
                        10 * ROUNDS,
                        said.stream().filter(it -> it.kind() == Kind.AGENT).count(),
                        said.stream()
                                .filter(it -> it.kind() == Kind.NOTE)
                                .map(RoomMessage::text)
                                .collect(Collectors.joining("\n")));
                var transcript = said.stream().mapToLong(it -> Tokens.about(it.text())).sum();
                System.err.println("*** transcript " + transcript + ", sent " + sent.getLast());
                for (var at = 0; at < names.size(); at++) {
                    long half = sent.get(ROUNDS / 2 - 1).get(at);
                    long all = sent.getLast().get(at);
                    assertThat(all).isLessThan(transcript * 2);
                    assertThat(all - half).isLessThan(half * 3 / 2);
                }
            }
        }
    }
}
