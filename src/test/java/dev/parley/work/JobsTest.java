package dev.parley.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.api.JobState;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.store.OwnerProcess;
import dev.parley.store.sqlite.Database;
import dev.parley.store.sqlite.SqliteJobStore;
import dev.parley.tool.CallingClient;
import dev.parley.tool.ClientRequest;
import dev.parley.tool.McpTask;
import dev.parley.tool.McpTasks;
import dev.parley.tool.McpTools;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

@Timeout(120)
class JobsTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir Path directory;

    private Database database;
    private Jobs jobs;
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);
    private final AtomicInteger runs = new AtomicInteger();

    @BeforeEach
    void open() {
        database = new Database(directory.resolve("parley.db"));
        jobs = jobs(OwnerProcess.self());
    }

    @AfterEach
    void close() {
        release.countDown();
        jobs.close();
        database.close();
    }

    private Jobs jobs(OwnerProcess owner) {
        return new Jobs(new SqliteJobStore(database, owner), Clock.systemUTC());
    }

    private static McpTasks.Order order(String arguments) {
        return order("/project", arguments);
    }

    private static McpTasks.Order order(String place, String arguments) {
        return new McpTasks.Order("user", place, "work_with", Json.parse(arguments).orElseThrow());
    }

    private static ObjectNode text(String text) {
        var json = Json.object();
        json.putArray("content").addObject().put("type", "text").put("text", text);
        return json;
    }

    private McpTools.Work waiting() {
        return _ -> {
            runs.incrementAndGet();
            begun.countDown();
            release.await();
            return text("done");
        };
    }

    private McpTask start(String arguments) throws InterruptedException {
        return jobs.start(order(arguments), waiting(), CallingClient.SILENT);
    }

    private McpTask await(McpTask task) throws InterruptedException {
        return jobs.await("user", task.id(), Set.of(), LONG);
    }

    @Test
    void aJobGoesOnAndIsAskedForLater() throws InterruptedException {
        var task = start("{}");
        assertThat(jobs.await("user", task.id(), Set.of(), Duration.ZERO).status())
                .isEqualTo(McpTask.Status.WORKING);

        release.countDown();

        assertThat(await(task).result()).isEqualTo(text("done"));
    }

    @Test
    void aRepeatedCallFindsItsJobUntilItHadTheAnswer() throws InterruptedException {
        var task = start("{\"a\":1,\"b\":2}");
        assertThat(start("{\"b\":2,\"a\":1}").id()).isEqualTo(task.id());
        assertThat(start("{\"a\":2}").id()).isNotEqualTo(task.id());
        release.countDown();
        var _ = await(task);
        assertThat(start("{\"a\":1,\"b\":2}").id()).isEqualTo(task.id());

        jobs.delivered("user", task.id());

        assertThat(start("{\"a\":1,\"b\":2}").id()).isNotEqualTo(task.id());
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"task\":\"review it\"}", "{\"job_key\":\"nightly\"}"})
    void theSameWordsInAnotherProjectAreAnotherCall(String arguments) throws InterruptedException {
        var task = start(arguments);

        var other = jobs.start(order("/other", arguments), waiting(), CallingClient.SILENT);

        assertThat(other.id()).isNotEqualTo(task.id());
        assertThat(start(arguments).id()).isEqualTo(task.id());
    }

    @Test
    void aKeyFindsItsJobForEver() throws InterruptedException {
        var task = start("{\"job_key\":\"k\",\"task\":\"one\"}");
        release.countDown();
        var _ = await(task);
        jobs.delivered("user", task.id());

        assertThat(start("{\"job_key\":\"k\",\"task\":\"other\"}").id()).isEqualTo(task.id());
        assertThat(runs).hasValue(1);
    }

    @Test
    void nobodyElseSeesIt() throws InterruptedException {
        var task = start("{}");

        assertThat(jobs.find("session s1", task.id())).isEmpty();
        jobs.cancel("session s1", task.id());
        assertThatThrownBy(() -> jobs.await("session s1", task.id(), Set.of(), Duration.ZERO))
                .isInstanceOf(Problem.class);
        release.countDown();
        assertThat(await(task).status()).isEqualTo(McpTask.Status.COMPLETED);
    }

    @Test
    void aCancelledJobEndsItsWork() throws InterruptedException {
        var task = start("{}");
        begun.await();

        jobs.cancel("user", task.id());

        assertThat(await(task).status()).isEqualTo(McpTask.Status.CANCELLED);
        jobs.cancel("user", task.id()); // once more changes nothing
        assertThat(start("{}").id()).isNotEqualTo(task.id());
    }

    @Test
    void aJobThatNobodyWaitsForAndNobodyKnowsEnds() throws InterruptedException {
        var task = start("{}");

        jobs.abandon("session s1", task.id()); // none of its business
        jobs.abandon("user", task.id());

        assertThat(await(task).status()).isEqualTo(McpTask.Status.CANCELLED);
    }

    @Test
    void aJobThatSomebodyCanAskForGoesOnWhenAnotherCallIsCancelled() throws InterruptedException {
        var task = start("{}");
        jobs.handedOut("user", task.id());

        jobs.abandon("user", task.id());

        release.countDown();
        assertThat(await(task).status()).isEqualTo(McpTask.Status.COMPLETED);
    }

    @Test
    void aJobThatAnotherCallWaitsForGoesOn() throws Exception {
        var task = start("{}");
        var ended = new CompletableFuture<McpTask.Status>();
        var other =
                Thread.ofPlatform()
                        .start(() -> {
                            try {
                                ended.complete(await(task).status());
                            } catch (InterruptedException e) {
                                ended.completeExceptionally(e);
                            }
                        });
        Awaitility.await().atMost(LONG).until(() -> other.getState() == Thread.State.TIMED_WAITING);

        jobs.abandon("user", task.id());

        release.countDown();
        assertThat(ended.join()).isEqualTo(McpTask.Status.COMPLETED);
    }

    private McpTask asking() throws InterruptedException {
        var schema =
                Json.parse(
                                "{\"type\":\"object\",\"properties\":{\"ok\":{\"type\":\"boolean\"}},\"required\":[\"ok\"]}")
                        .orElseThrow();
        var request = ClientRequest.elicitation("Go on?", schema);
        var task =
                jobs.start(
                        order("{}"),
                        client -> text(Json.write(client.ask("go", request))),
                        ELICITING);
        var asking = await(task);
        assertThat(asking.status()).isEqualTo(McpTask.Status.INPUT_REQUIRED);
        assertThat(asking.requests()).containsOnlyKeys("go");
        return task;
    }

    @Test
    void whatItAsksWaitsForItsOwnAnswer() throws InterruptedException {
        var task = asking();

        jobs.answer("user", task.id(), Map.of("other", json("{\"action\":\"accept\"}")));
        assertThat(jobs.await("user", task.id(), Set.of("go"), Duration.ofMillis(20)).status())
                .isEqualTo(McpTask.Status.INPUT_REQUIRED);

        jobs.answer(
                "user",
                task.id(),
                Map.of("go", json("{\"action\":\"accept\",\"content\":{\"ok\":true}}")));
        assertThat(Json.write(await(task).result())).contains("accept");
    }

    @Test
    void aFormWithoutADecisionWasClosed() throws InterruptedException {
        var task = asking();

        jobs.answer(
                "user", task.id(), Map.of("go", json("{\"action\":\"accept\",\"content\":{}}")));
        assertThat(Json.write(await(task).result())).contains("cancel").doesNotContain("accept");
    }

    @Test
    void aResultSurvivesAnotherStart() throws InterruptedException {
        var task = start("{}");
        release.countDown();
        var _ = await(task);

        var later = jobs(OwnerProcess.self());

        assertThat(later.find("user", task.id()).orElseThrow().result()).isEqualTo(text("done"));
    }

    @Test
    void whatRanInAParleyThatIsGoneIsInterrupted() throws InterruptedException {
        var gone = jobs(new OwnerProcess(OwnerProcess.LOCAL, Integer.MAX_VALUE, 1));
        var task =
                gone.start(
                        order("{}"),
                        client -> {
                            client.progress(1, null, "halfway there");
                            begun.countDown();
                            release.await();
                            return text("never");
                        },
                        CallingClient.SILENT);
        begun.await();

        var job = jobs.findJob("user", task.id()).orElseThrow();

        assertThat(job.state()).isEqualTo(JobState.INTERRUPTED);
        assertThat(job.error().path("message").asString("")).contains("Parley ended");
        assertThat(jobs.find("user", task.id()).orElseThrow().status())
                .isEqualTo(McpTask.Status.FAILED);
        assertThat(start("{}").id()).isNotEqualTo(task.id());
        gone.close();
    }

    @Test
    void whatIsInterruptedUnderAKeyIsBegunAnewUnderAnother() throws InterruptedException {
        var gone = jobs(new OwnerProcess(OwnerProcess.LOCAL, Integer.MAX_VALUE, 1));
        var task = gone.start(order("{\"job_key\":\"k\"}"), waiting(), CallingClient.SILENT);
        begun.await();

        assertThat(start("{\"job_key\":\"k\"}").id()).isEqualTo(task.id());

        assertThat(Json.write(jobs.find("user", task.id()).orElseThrow().error()))
                .contains("Call work_with again with another job_key");
        gone.close();
    }

    @Test
    void closingInterruptsAndTellsWhatIsKnown() throws InterruptedException {
        var task =
                jobs.start(
                        order("{}"),
                        client -> {
                            client.progress(1, null, "halfway there");
                            begun.countDown();
                            release.await();
                            return text("never");
                        },
                        CallingClient.SILENT);
        begun.await();

        jobs.close();

        var ended = await(task);
        assertThat(ended.status()).isEqualTo(McpTask.Status.FAILED);
        assertThat(Json.write(ended.error())).contains("halfway there");
    }

    @Test
    void aProblemIsAnAnswerAndAFaultIsNot() throws InterruptedException {
        var refused =
                jobs.start(
                        order("{\"a\":1}"),
                        _ -> {
                            throw Problem.invalid("No.", "Ask otherwise.");
                        },
                        CallingClient.SILENT);
        var broken =
                jobs.start(
                        order("{\"a\":2}"),
                        _ -> {
                            throw new IllegalStateException("secret detail");
                        },
                        CallingClient.SILENT);

        assertThat(Json.write(await(refused).result())).contains("No. Ask otherwise.", "isError");
        assertThat(await(broken).status()).isEqualTo(McpTask.Status.FAILED);
        assertThat(Json.write(await(broken).error())).doesNotContain("secret detail");
    }

    @Test
    void listenersHearOfEveryChange() throws InterruptedException {
        var ended = new CountDownLatch(1);
        try (var _ =
                jobs.onChange(task -> {
                    if (task.status().isFinal()) {
                        ended.countDown();
                    }
                })) {
            var _ = start("{}");
            release.countDown();
            ended.await();
        }
    }

    private static JsonNode json(String text) {
        return Json.parse(text).orElseThrow();
    }

    private static final CallingClient ELICITING =
            new CallingClient() {
                @Override
                public String name() {
                    return "test";
                }

                @Override
                public boolean can(String capability) {
                    return capability.equals("elicitation");
                }

                @Override
                public Map<String, JsonNode> askAll(Map<String, ClientRequest> requests) {
                    throw new AssertionError("the job is asked, not the client");
                }

                @Override
                public void progress(double done, @Nullable Double total, String message) {}

                @Override
                public void log(String level, JsonNode data) {}
            };
}
