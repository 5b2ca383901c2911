package dev.parley.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.event.Envelope;
import dev.parley.event.Event;
import dev.parley.event.Usage;
import dev.parley.sessionfile.ProjectResolver;
import dev.parley.sessionfile.StoredEvent;
import dev.parley.sessionfile.StoredFacts;
import dev.parley.testing.StoredHome;
import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ScriptedModel;
import dev.parley.testing.real.EveryCli;
import dev.parley.testing.real.RealAgent;
import dev.parley.testing.real.RealCli;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// What each real CLI stores today, read back: the same conversation and the same tokens as the
/// live run told.
@Tag("real")
class StoredRealTest {
    @TempDir Path temp;

    @EveryCli
    void whatWasToldLiveIsReadBack(RealCli cli) throws Exception {
        var directory = temp.toRealPath();
        try (var model =
                ScriptedModel.saying(
                        Reply.shell("printf marker-%s 123").usage(1000, 50, 800, 0),
                        Reply.text("the answer is marker-7").usage(1200, 60, 900, 0))) {
            var home = cli.home(directory.resolve("home"), model);
            var agent = new RealAgent(cli, directory, home);
            var run = agent.ask("what is the marker?").run();
            var live = run.envelopes();

            var events = new ArrayList<StoredEvent>();
            var sessions = new ArrayList<StoredFacts>();
            var resolver = new ProjectResolver();
            for (var place : StoredPlace.of(agent.profile(), home.environment())) {
                resolver.learn(place.registry());
                for (var file : place.discover()) {
                    var told = StoredHome.read(place, file);
                    events.addAll(told.active());
                    sessions.addAll(told.sessions());
                }
            }
            var id = run.sessionId();
            var session =
                    sessions.stream()
                            .filter(found -> found.nativeId().equals(id) && !found.isEmpty())
                            .findFirst();
            assertThat(session).as("%s in %s", id, sessions).isPresent();
            assertThat(session.get().title()).isNotBlank();
            assertThat(session.get().skippedLines()).isZero();
            assertThat(resolver.path(session.get())).hasValue(agent.work().toString());
            var stored =
                    events.stream()
                            .map(StoredEvent::envelope)
                            .filter(envelope -> Objects.equals(id, envelope.sessionId()))
                            .toList();
            assertThat(of(stored, Event.Unrecognized.class)).isEmpty();
            assertThat(of(stored, Event.UserSaid.class))
                    .extracting(said -> said.content().strip())
                    .containsExactly("what is the marker?");
            assertThat(of(stored, Event.AssistantSaid.class))
                    .extracting(Event.AssistantSaid::content)
                    .containsExactly("the answer is marker-7");
            assertThat(of(stored, Event.ToolCalled.class)).hasSize(1);
            assertThat(of(stored, Event.ToolReturned.class))
                    .singleElement()
                    .satisfies(result -> {
                        assertThat(result.output()).contains("marker-123");
                        assertThat(result.isError()).isFalse();
                    });
            assertThat(tokens(stored)).isEqualTo(List.of(2200L, 110L));
            // Gemini CLI also counts its own questions to the model, which it does not store; Kimi
            // tells nothing live.
            if (cli != RealCli.GEMINI && cli != RealCli.KIMI) {
                assertThat(tokens(live)).isEqualTo(tokens(stored));
            }
        }
    }

    private static <T extends Event> List<T> of(List<Envelope> envelopes, Class<T> type) {
        return envelopes.stream()
                .map(Envelope::event)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    private static List<Long> tokens(List<Envelope> envelopes) {
        var total =
                of(envelopes, Event.TokensUsed.class).stream()
                        .map(Event.TokensUsed::usage)
                        .reduce(Usage.of(0, 0), Usage::plus);
        return List.of(total.inputTokens(), total.outputTokens());
    }
}
