package dev.parley.door.cli.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.base.problem.Problem;
import dev.parley.event.Permission;
import dev.parley.work.run.Runs;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;

class UsualPermissionTest {
    private static final Runs.Modes WILD = new Runs.Modes("Kimi Code", Set.of(Permission.BYPASS));

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private UsualPermission person(String says, boolean isThere) {
        var out = new PrintStream(err, true, StandardCharsets.UTF_8);
        var in = new ByteArrayInputStream(says.getBytes(StandardCharsets.UTF_8));
        return new UsualPermission(new Console(in, out, out, isThere), isThere);
    }

    @Test
    void isToAskWhereThatCanBeDone() {
        var modes = new Runs.Modes("Codex", Set.of(Permission.ASK, Permission.BYPASS));
        assertEquals(Permission.ASK, person("", false).of(modes));
        assertEquals(Permission.ASK, person("", true).of(modes));
    }

    @Test
    void aPersonSaysYesToOneThatCannotBeHeldBack() {
        assertEquals(Permission.BYPASS, person("y\n", true).of(WILD));
        assertThat(err.toString(StandardCharsets.UTF_8))
                .startsWith("Kimi Code cannot be held back in a single turn");
        for (var other : new String[] {"n\n", "\n", ""}) {
            assertThrows(Problem.class, () -> person(other, true).of(WILD));
        }
    }

    @Test
    void nobodySaysYesForAScript() {
        var problem = assertThrows(Problem.class, () -> person("y\n", false).of(WILD));
        assertThat(problem.remedy()).contains("--permission bypass", "parley chat");
    }
}
