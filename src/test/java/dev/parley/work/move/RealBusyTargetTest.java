package dev.parley.work.move;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.LiveCapability;
import dev.parley.api.MoveRequest;
import dev.parley.event.Action;
import dev.parley.event.EndReason;
import dev.parley.event.Event;
import dev.parley.event.Permission;
import dev.parley.event.SessionKey;
import dev.parley.testing.real.EveryCli;
import dev.parley.testing.real.LiveAgent;
import dev.parley.testing.real.LiveConnection;
import dev.parley.testing.real.RealCli;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// A session is brought to a CLI of which a process is up and works on another conversation:
/// neither is in the other's way, and where a process holds several conversations it goes on with
/// the new one at once.
@Tag("real")
class RealBusyTargetTest {
    @TempDir static Path temp;
    private static RealMoveWorld world;
    private static Map<RealCli, SessionKey> sources;

    @BeforeAll
    static void open() throws Exception {
        world = new RealMoveWorld(temp);
        sources = world.inEach(List.of(RealCli.CLAUDE, RealCli.CODEX), world::converse);
    }

    @AfterAll
    static void end() {
        if (world != null) {
            world.close();
        }
    }

    @EveryCli
    void takesWhatIsBroughtWhileItWorks(RealCli target) throws Exception {
        var from = target == RealCli.CLAUDE ? RealCli.CODEX : RealCli.CLAUDE;
        var prompt = "GO-ON-busy-" + target;
        try (var agent = LiveAgent.in(world.directory, target, world.model);
                var live = agent.converse(agent.wish().permission(Permission.BYPASS))) {
            live.ask("t1", "PROMPT-SHORT begins", EndReason.COMPLETED);
            live.prompt("t2", "PROMPT-SLOW");
            Awaitility.await()
                    .atMost(RealMoveWorld.LIMIT)
                    .until(() -> world.hasAsked("PROMPT-SLOW"));

            var source = Objects.requireNonNull(sources.get(from));
            var move = world.mover.move(source, MoveRequest.to(target.id()));

            live.ended("t2", EndReason.COMPLETED);
            var wish = agent.wish().permission(Permission.BYPASS).resuming(move.to().nativeId());
            if (agent.profile().can(LiveCapability.SHARED_PROCESS)) {
                agent.join(live, "c2", wish);
                goOn(live, "c2", prompt);
            } else {
                try (var other = agent.converse(wish)) {
                    goOn(other, "c1", prompt);
                }
            }
            live.ask("t3", "PROMPT-SHORT again", EndReason.COMPLETED);
        }
        var asked = MovedRequest.of(world.asked(prompt, target));
        asked.inOrder(
                from + " to a busy " + target,
                List.of("PROMPT-ONE", "shell-said", "PROMPT-TWO", "ANSWER-THREE", prompt));
        assertThat(asked.results()).containsExactlyElementsOf(asked.calls()).hasSize(4);
        assertThat(asked.text()).doesNotContain("PROMPT-SLOW");
    }

    private static void goOn(LiveConnection live, String conversation, String prompt) {
        live.say(conversation, Action.Prompt.of("t-moved", prompt));
        var end = live.next(conversation, Event.TurnEnded.class, turn -> true);
        assertThat(end.reason()).as("%s", live).isEqualTo(EndReason.COMPLETED);
    }
}
