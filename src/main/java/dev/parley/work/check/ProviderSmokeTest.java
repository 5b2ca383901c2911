package dev.parley.work.check;

import dev.parley.base.disk.FileTree;
import dev.parley.base.problem.Problem;
import dev.parley.event.EndReason;
import dev.parley.event.Permission;
import dev.parley.provider.Installation;
import dev.parley.provider.Installations;
import dev.parley.provider.Invocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.Providers;
import dev.parley.work.run.RunRequest;
import dev.parley.work.run.Runs;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Asks every installed provider one question, as any run would: with the user's own settings, in
/// an empty directory, with as few permissions as the CLI has.
public final class ProviderSmokeTest {
    static final String QUESTION = "Answer with the single word parley.";
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int AT_A_TIME = 2;

    /// What became of it.
    ///
    /// @param permission the mode it ran in
    /// @param answer what it said, if it did
    /// @param error what went wrong, if something did
    public record Result(
            String id,
            String name,
            boolean ok,
            double seconds,
            Permission permission,
            @Nullable String answer,
            @Nullable String error) {}

    private final Providers providers;
    private final Installations installations;
    private final Runs runs;

    public ProviderSmokeTest(Providers providers, Installations installations, Runs runs) {
        this.providers = providers;
        this.installations = installations;
        this.runs = runs;
    }

    /// Two at a time, in the order of the providers.
    ///
    /// @param progress hears a sentence when something starts or ends, on any thread
    public List<Result> run(Consumer<String> progress) throws InterruptedException {
        var candidates = new ArrayList<Callable<Result>>();
        for (var profile : providers.all()) {
            if (profile.findOneShot().isPresent() && installations.isThere(profile)) {
                candidates.add(() -> ask(installations.locate(profile), progress));
            }
        }
        try (var executor = Executors.newFixedThreadPool(AT_A_TIME, Thread.ofVirtual().factory())) {
            return executor.invokeAll(candidates).stream().map(ProviderSmokeTest::result).toList();
        }
    }

    /// One question to one of them, in a directory that is there.
    public Result ask(String provider, @Nullable String model, Path directory)
            throws InterruptedException {
        var profile = installations.locate(providers.named(provider)).orMissing().profile();
        var permission = least(Invocation.oneShot(profile).permissions().keySet());
        var start = System.nanoTime();
        var said = outcome(profile.id(), model, permission, directory);
        return result(profile, permission, said, (System.nanoTime() - start) / 1e9);
    }

    private static Result result(
            ProviderProfile profile, Permission permission, Said said, double seconds) {
        return new Result(
                profile.id(),
                profile.name(),
                said.error() == null,
                Math.round(seconds * 10) / 10.0,
                permission,
                said.answer(),
                said.error());
    }

    private static Result result(Future<Result> asked) {
        try {
            return asked.get();
        } catch (ExecutionException | InterruptedException e) {
            throw new IllegalStateException("A provider could not be asked", e);
        }
    }

    private Result ask(Installation installation, Consumer<String> progress)
            throws IOException, InterruptedException {
        var profile = installation.profile();
        var permission = least(Invocation.oneShot(profile).permissions().keySet());
        progress.accept("Asking " + profile.name() + " …");
        var directory = Files.createTempDirectory("parley-trial");
        var start = System.nanoTime();
        try {
            var outcome = outcome(profile.id(), null, permission, directory);
            var seconds = (System.nanoTime() - start) / 1e9;
            progress.accept(
                    "%s: %s after %.1f s".formatted(profile.name(), outcome.word(), seconds));
            return result(profile, permission, outcome, seconds);
        } finally {
            delete(directory);
        }
    }

    private record Said(@Nullable String answer, @Nullable String error) {
        String word() {
            return error == null ? "answered" : "failed";
        }
    }

    private Said outcome(
            String provider, @Nullable String model, Permission permission, Path directory)
            throws InterruptedException {
        try {
            var request =
                    new RunRequest(
                            QUESTION,
                            provider,
                            model,
                            null,
                            directory,
                            List.of(),
                            permission,
                            Optional.empty(),
                            Optional.of(LIMIT),
                            Optional.empty());
            var outcome = runs.prepare(request).play(_ -> {});
            if (outcome.reason() == EndReason.COMPLETED) {
                return outcome.answer().isBlank()
                        ? new Said(null, "It ended well, but said nothing.")
                        : new Said(outcome.answer().strip(), null);
            }
            return new Said(
                    null,
                    outcome.failure()
                            .map(failure -> failure.message().strip())
                            .orElse(outcome.reason().toString()));
        } catch (Problem problem) {
            return new Said(null, problem.message() + " " + problem.remedy());
        }
    }

    /// Plan, else ask, else whatever there is.
    static Permission least(Set<Permission> modes) {
        return Stream.of(Permission.PLAN, Permission.ASK, Permission.EDIT, Permission.BYPASS)
                .filter(modes::contains)
                .findFirst()
                .orElseThrow();
    }

    private static void delete(Path directory) {
        try {
            FileTree.delete(directory);
        } catch (IOException | UncheckedIOException _) {
            // The system clears its temporary directory sooner or later.
        }
    }
}
