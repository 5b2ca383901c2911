package dev.parley.provider.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.event.Action;
import dev.parley.event.EndReason;
import dev.parley.event.Event;
import dev.parley.event.Permission;
import dev.parley.provider.builtin.BuiltIn;
import dev.parley.wire.Opening;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The ACP agent of `docs/providers/own.md`, as it stands there: a profile and no Java.
class OwnAcpAgentTest {
    private static final Pattern PROFILE =
            Pattern.compile(
                    "(?ms)^`~/.config/parley/providers/helper.json`\\n\\n```json\\n(.*?)^```$");

    @TempDir Path directory;

    @Test
    void holdsALiveConversation() throws Exception {
        var page = PROFILE.matcher(Files.readString(Path.of("docs/providers/own.md")));
        assertThat(page.find()).isTrue();
        Files.writeString(directory.resolve("helper.json"), page.group(1));
        var profile = BuiltIn.with(directory).named("helper");
        var ask = profile.findLive().orElseThrow().permissions().get(Permission.ASK);
        var agent = new DemoLive(directory.resolve("home"), profile);
        agent.join(
                "c",
                new Opening(
                        directory,
                        Optional.empty(),
                        Optional.of("demo-2"),
                        Optional.empty(),
                        List.of(),
                        ask.settings()));
        agent.say("c", Action.Prompt.of("t1", "brief edit"));
        var asked = (Event.ApprovalRequested) agent.until(Event.ApprovalRequested.class).getLast();
        // The profile does not say that the agent's "always" ends with the session.
        assertThat(asked.options()).containsExactly("allow", "deny");
        agent.say("c", new Action.Decide(asked.requestId(), Action.Decision.ALLOW, null, null));
        assertThat(agent.until(Event.TurnEnded.class))
                .endsWith(new Event.TurnEnded("t1", EndReason.COMPLETED));
        assertThat(directory.resolve("parley-demo.txt")).exists();
        agent.endInput();
    }
}
