package dev.parley.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.base.json.Json;
import dev.parley.provider.builtin.BuiltIn;
import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ScriptedModel;
import dev.parley.testing.real.EveryLiveCli;
import dev.parley.testing.real.RealCli;
import dev.parley.testing.real.RealParley;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A person works with every real CLI in the page, in a real Chromium: a session is started, asks,
/// is allowed, is stopped, and goes on from the history. Only the model is scripted.
@Tag("real")
class RealPageTest {
    @TempDir Path temp;

    @EveryLiveCli
    void aPersonWorksWithItInThePage(RealCli cli) throws Exception {
        try (var model =
                ScriptedModel.saying(
                        Reply.write("notes.txt", "first line\nsecond line\n"),
                        Reply.shell("echo marker-$((3 + 4)); sleep 0.3"),
                        Reply.text("All **done**, and marker-9."),
                        Reply.text(counted()).slowly(Duration.ofMillis(100)),
                        Reply.text("It goes on with marker-11."))) {
            var directory = Files.createDirectories(temp.toRealPath().resolve(cli.id()));
            var parley = RealParley.with(cli, directory, model);
            var real = Json.object();
            real.put("provider", cli.id());
            real.put("name", BuiltIn.with(directory).named(cli.id()).name());
            real.put("work", parley.work().toString());
            // Kimi asks for commands only.
            real.put("asksForFiles", cli != RealCli.KIMI);
            // Gemini tells what a command printed to its model only.
            real.put("tellsOutput", cli != RealCli.GEMINI);
            real.set("environment", Json.tree(parley.variables()));
            PageJourneys.played("real", Map.of("PAGE_REAL", real.toString()));
            assertThat(model.mainRequests().getLast().body().toString())
                    .contains("zebracorn", "marker-9", "and now?");
        }
    }

    /// Nobody takes it for a loop.
    private static String counted() {
        return IntStream.range(0, 1000)
                .mapToObj(at -> "word" + at + " ")
                .collect(Collectors.joining());
    }
}
