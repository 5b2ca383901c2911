package dev.parley.work.room;

import static org.awaitility.Awaitility.await;

import dev.parley.api.Agent;
import dev.parley.api.NewRoom;
import dev.parley.api.RoomLimits;
import dev.parley.api.RoomMember;
import dev.parley.api.RoomMessage;
import dev.parley.api.RoomMessage.Kind;
import dev.parley.api.RoomMode;
import dev.parley.api.RoomState;
import dev.parley.testing.AgentMachine;
import dev.parley.testing.model.ModelRequest;
import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ScriptedModel;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Pattern;

/// A machine with rooms of agents on a scripted model API, and on the demo agent where a process
/// matters.
abstract class RoomCase {
    static final Duration PATIENCE = Duration.ofSeconds(60);
    static final Pattern SELF = Pattern.compile("You are ([a-z0-9-]+), an agent");

    @TempDir Path temp;

    final Map<String, Function<ModelRequest, Reply>> minds = new ConcurrentHashMap<>();
    ScriptedModel model;
    AgentMachine machine;
    Rooms rooms;

    @BeforeEach
    void start() throws Exception {
        model =
                ScriptedModel.answering(request -> {
                    var self = SELF.matcher(request.systemText());
                    return minds.getOrDefault(
                                    self.find() ? self.group(1) : "", _ -> Reply.text("PASS"))
                            .apply(request);
                });
        machine = new AgentMachine(temp).api("house", model);
        rooms = machine.app().rooms();
    }

    @AfterEach
    void stop() {
        machine.close();
        model.close();
    }

    void api(String name, String instructions, Function<ModelRequest, Reply> mind)
            throws InterruptedException {
        rooms.agents().put(Agent.ofModel("house-model", name, instructions));
        minds.put(name, mind);
    }

    static Function<ModelRequest, Reply> always(String text) {
        return _ -> Reply.text(text);
    }

    /// Says something as often as it is new, then passes.
    static Function<ModelRequest, Reply> once(String text) {
        return request ->
                Reply.text(request.userTexts().getLast().contains("  " + text) ? "PASS" : text);
    }

    static RoomLimits.Change rounds(int number) {
        return new RoomLimits.Change(number, null, null, null, null, null, null, null);
    }

    void room(String name, RoomMode mode, RoomLimits.Change limits, String... agents)
            throws InterruptedException {
        rooms.make(
                new NewRoom(
                        name,
                        null,
                        null,
                        mode,
                        List.of(agents),
                        null,
                        null,
                        null,
                        null,
                        null,
                        limits));
    }

    void awaitIdle(String name) {
        await().atMost(PATIENCE)
                .until(() ->
                        !rooms.isRunning(name) && rooms.get(name).state() != RoomState.RUNNING);
    }

    List<String> said(String name) throws InterruptedException {
        return rooms.messages(name, 0, 100).stream()
                .filter(message -> message.kind() == Kind.AGENT || message.kind() == Kind.PASS)
                .map(message ->
                        message.author()
                                + ": "
                                + (message.kind() == Kind.PASS ? "PASS" : message.text()))
                .toList();
    }

    List<String> notes(String name) throws InterruptedException {
        return rooms.messages(name, 0, 100).stream()
                .filter(message -> message.kind() == Kind.NOTE)
                .map(RoomMessage::text)
                .toList();
    }

    RoomMember member(String room, String agent) throws InterruptedException {
        return rooms.details(room).members().stream()
                .filter(it -> it.name().equals(agent))
                .findFirst()
                .orElseThrow();
    }
}
