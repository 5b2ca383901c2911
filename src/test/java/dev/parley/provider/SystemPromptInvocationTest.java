package dev.parley.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.event.Permission;
import dev.parley.testing.Profiles;
import dev.parley.testing.Turn;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;

class SystemPromptInvocationTest {
    private static final Turn REQUEST =
            Turn.of("hello", Path.of("/"), Permission.ASK).withSystem("be kind");

    @Test
    void goesWhereTheCliTakesIt() {
        var invocation = Turn.invoke(Profiles.of("claude"), REQUEST);
        assertThat(invocation.arguments()).containsSequence("--append-system-prompt", "be kind");
        assertThat(invocation.input()).isEqualTo("hello");
    }

    @Test
    void goesAboveThePromptOfAResumedSessionThatKeepsItsFirstOne() {
        var invocation = Turn.invoke(Profiles.of("claude"), REQUEST.resuming("s-1"));
        assertThat(invocation.arguments()).doesNotContain("--append-system-prompt", "be kind");
        assertThat(invocation.input()).isEqualTo("be kind\n\nhello");
    }

    @Test
    void goesToAResumedSessionTheSameWayUnlessTheProfileSaysOtherwise() {
        var invocation = Turn.invoke(Profiles.of("qwen"), REQUEST.resuming("s-1"));
        assertThat(invocation.arguments()).contains("--append-system-prompt=be kind");
        assertThat(invocation.input()).isEqualTo("hello");
    }
}
