package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.api.NewSession;
import dev.parley.api.SessionState;
import dev.parley.event.Action;
import dev.parley.event.OwnWords;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

/// What agents are told beside the user's words.
@Timeout(120)
class PromptNotesTest {
    private static final String NOTE = OwnWords.report("T1 accepted");

    @TempDir Path directory;

    @Test
    void theAgentHearsItAndTheUserHasNotSaidIt() throws Exception {
        try (var stub = new LiveStub(directory, LiveStub.Setup.PLAIN)) {
            stub.notes.text = NOTE;

            var id = stub.startSaying("hello");
            stub.await(id, SessionState.IDLE);

            var story = stub.story(id);
            assertThat(story).contains("T1 accepted\\n</parley-report>\\n\\nhello");
            assertThat(story.lines().filter(line -> line.contains("accepted"))).hasSize(1);
            assertThat(stub.sessions.info(id).title()).isEqualTo("hello");
            assertThat(stub.notes.text).isEmpty();
        }
    }

    @Test
    void isToldAgainUntilATurnCameToItsEnd() throws Exception {
        try (var stub = new LiveStub(directory, LiveStub.Setup.PLAIN)) {
            var id = stub.startSaying("hello");
            stub.await(id, SessionState.IDLE);
            stub.notes.text = "crash ";

            stub.sessions.ask(id, Action.Prompt.of("x"));
            var before = stub.sessions.info(id).lastSequence();
            stub.await(id, info -> info.turnId() == null && info.lastSequence() >= before);
            assertThat(stub.story(id)).contains("process_ended");
            assertEquals("crash ", stub.notes.text);
            stub.notes.text = "wait ";
            stub.sessions.ask(id, Action.Prompt.of("x"));
            stub.awaitTurn(id);
            stub.sessions.ask(id, new Action.Interrupt());
            stub.await(id, SessionState.IDLE);
            assertEquals("wait ", stub.notes.text);

            stub.notes.text = NOTE;
            stub.sessions.ask(id, new Action.Close());
            stub.await(id, SessionState.COMPLETED);
            stub.sessions.start(NewSession.resuming(id.value()).saying(Action.Prompt.of("again")));
            stub.await(id, SessionState.IDLE);

            assertThat(stub.notes.text).isEmpty();
            assertThat(stub.story(id)).contains("</parley-report>\\n\\nagain");
        }
    }

    @Test
    void comesBeforeAConversationThatIsRebuilt() throws Exception {
        try (var stub = new LiveStub(directory, LiveStub.Setup.PLAIN)) {
            var id = stub.startSaying("hello");
            var nativeId = stub.await(id, SessionState.IDLE).nativeId();
            stub.sessions.ask(id, new Action.Close());
            stub.await(id, SessionState.COMPLETED);
            try (var files = Files.walk(directory)) {
                for (var file : files.filter(one -> one.endsWith(nativeId)).toList()) {
                    Files.delete(file);
                }
            }
            stub.notes.text = NOTE;

            stub.sessions.start(NewSession.resuming(id.value()).saying(Action.Prompt.of("again")));
            stub.await(id, info -> info.state() == SessionState.IDLE && info.lastSequence() > 9);

            assertThat(stub.story(id))
                    .contains("</parley-report>\\n\\n" + OwnWords.EARLIER)
                    .contains(OwnWords.NOW + "\\n\\nagain");
        }
    }
}
