package dev.parley.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.testing.Commands;
import dev.parley.testing.Stub;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

class PagerTest {
    @TempDir Path home;

    private final Map<String, String> environment = new HashMap<>();

    @BeforeEach
    void prepare() {
        environment.put("PATH", "/usr/bin:/bin");
        environment.put("HOME", home.toString());
        environment.put("PARLEY_HOME", home.resolve("parley").toString());
    }

    private boolean shows(String pager) throws InterruptedException {
        environment.put("PAGER", pager);
        try (var parley = new Commands(environment)) {
            return parley.app()
                    .pager()
                    .show(out -> out.write("hello".getBytes(StandardCharsets.UTF_8)), () -> {});
        }
    }

    @Test
    void thePagerGetsTheTextInAFileThatIsGoneAfterwards() throws Exception {
        var seen = home.resolve("seen");
        Stub.script(home, "page", "{ echo \"$1 $LESS\"; cat \"$2\"; } > '" + seen + "'");
        assertThat(shows(home.resolve("page") + " --here")).isTrue();
        assertThat(seen).hasContent("--here FRX\nhello");
        try (var left = Files.list(home.resolve("parley/data/edits"))) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void whereThereIsNoneTheTextIsPrintedByWhoeverHasIt() throws Exception {
        assertThat(shows("cat")).isFalse();
        assertThat(shows(" ")).isFalse();
        assertThat(shows(home.resolve("nothing").toString())).isFalse();
    }

    @Test
    void aPlaceThatCannotBeWrittenIsNoReasonToShowNothing()
            throws IOException, InterruptedException {
        Files.writeString(
                Files.createDirectories(home.resolve("parley/data")).resolve("edits"), "");
        assertThat(shows("/bin/true")).isFalse();
    }
}
