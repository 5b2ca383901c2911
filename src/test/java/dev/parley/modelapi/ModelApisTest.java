package dev.parley.modelapi;

import static dev.parley.modelapi.ApiFailure.Reason.BAD_KEY;
import static dev.parley.modelapi.ApiFailure.Reason.CUT;
import static dev.parley.modelapi.ApiFailure.Reason.EMPTY;
import static dev.parley.modelapi.ApiFailure.Reason.RATE_LIMITED;
import static dev.parley.modelapi.ApiFailure.Reason.REFUSED;
import static dev.parley.modelapi.ApiFailure.Reason.REJECTED;
import static dev.parley.modelapi.ApiFailure.Reason.STALLED;
import static dev.parley.modelapi.ApiFailure.Reason.TOO_LONG;
import static dev.parley.modelapi.ApiFailure.Reason.UNAVAILABLE;
import static dev.parley.modelapi.ApiFailure.Reason.UNREACHABLE;
import static dev.parley.modelapi.ApiFailure.Reason.UNREADABLE;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.event.Usage;
import dev.parley.modelapi.ApiQuestion.Message;
import dev.parley.modelapi.ApiQuestion.Role;
import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ScriptedModel;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

/// Every API against a server that speaks it, and against servers that do not.
@Timeout(120)
class ModelApisTest {
    private static final String KEY = "sk-test-0123456789abcdef0123";

    private static final Clock CLOCK =
            Clock.fixed(Instant.parse("2026-11-01T12:00:00Z"), ZoneOffset.UTC);

    enum Vendor {
        OPENAI(ApiKind.OPENAI, "/v1"),
        XAI(ApiKind.OPENAI, "/v1"),
        ANTHROPIC(ApiKind.ANTHROPIC, "/v1"),
        GOOGLE(ApiKind.GOOGLE, "/v1beta");

        private final ApiKind kind;
        private final String path;

        Vendor(ApiKind kind, String path) {
            this.kind = kind;
            this.path = path;
        }

        ModelEndpoint at(URI server) {
            return endpoint(kind, URI.create(server + path));
        }

        String keyHeader() {
            return switch (this) {
                case OPENAI, XAI -> "authorization";
                case ANTHROPIC -> "x-api-key";
                case GOOGLE -> "x-goog-api-key";
            };
        }
    }

    private final List<Duration> slept = new CopyOnWriteArrayList<>();

    private static ModelEndpoint endpoint(ApiKind kind, URI url) {
        return new ModelEndpoint("test", kind, url, "TEST_KEY", Optional.of(KEY), List.of(), 1000);
    }

    private ModelApis apis(ModelApis.Patience patience) {
        return new ModelApis(patience, slept::add, CLOCK, () -> 0.5);
    }

    private ModelApis apis() {
        return apis(ModelApis.Patience.USUAL);
    }

    private static final ModelApis.Patience SMALL =
            new ModelApis.Patience(3, Duration.ofMinutes(1), Duration.ofMinutes(1), 20_000, 10_000);

    private static ModelApis.Patience impatient() {
        return new ModelApis.Patience(
                3, Duration.ofMinutes(1), Duration.ofMillis(300), 20_000, 10_000);
    }

    private ApiFailure failure(ModelEndpoint endpoint) {
        return assertThrows(
                ApiFailure.class, () -> apis().ask(endpoint, ApiQuestion.of("m", "hello?")));
    }

    @ParameterizedTest
    @EnumSource
    void aQuestionIsAnsweredWithItsTokens(Vendor vendor) throws Exception {
        try (var model =
                ScriptedModel.saying(
                        Reply.thinking("hmm").text("It is four.").usage(1000, 50, 800, 10))) {
            var question =
                    new ApiQuestion(
                            "model-1",
                            Optional.of("Be brief."),
                            List.of(
                                    new Message(Role.USER, "One and one?"),
                                    new Message(Role.ASSISTANT, "Two."),
                                    new Message(Role.USER, "Two and two?")));
            var answer = apis().ask(vendor.at(model.url()), question);

            assertEquals("It is four.", answer.text());
            // Anthropic does not tell how much of its output was thinking.
            var reasoning = vendor == Vendor.ANTHROPIC ? null : 10L;
            assertEquals(Optional.of(new Usage(1000, 50, 800L, reasoning, null)), answer.usage());
            var request = model.mainRequests().getFirst();
            assertEquals("model-1", request.modelName());
            assertEquals("Be brief.", request.systemText());
            assertEquals(List.of("One and one?", "Two and two?"), request.userTexts());
            assertEquals(List.of("Two."), request.assistantTexts());
            assertThat(request.header(vendor.keyHeader()).orElseThrow()).endsWith(KEY);
            assertThat(request.path()).doesNotContain(KEY);
        }
    }

    @ParameterizedTest
    @EnumSource
    void itWaitsAsLongAsItIsTold(Vendor vendor) throws Exception {
        try (var model =
                ScriptedModel.saying(
                        Reply.error(429, "slow down").retryAfter(Duration.ofSeconds(7)),
                        Reply.error(503, "busy"),
                        Reply.text("now"))) {
            var answer = apis().ask(vendor.at(model.url()), ApiQuestion.of("m", "hello?"));
            assertEquals("now", answer.text());
            assertEquals(List.of(Duration.ofSeconds(7), Duration.ofSeconds(2)), slept);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatNeverPassesIsGivenUpInTheWordsOfTheApi(Vendor vendor) {
        try (var model = ScriptedModel.saying(Reply.error(500, "the cellar is full").forever())) {
            var failure = failure(vendor.at(model.url()));
            assertEquals(UNAVAILABLE, failure.reason());
            assertEquals("The API test said: the cellar is full (HTTP 500)", failure.message());
            assertEquals(5, model.requests().size());
            assertEquals(
                    List.of(1, 2, 4, 8), slept.stream().map(it -> (int) it.toSeconds()).toList());
        }
    }

    @ParameterizedTest
    @EnumSource
    void aWaitThatIsTooLongIsNotBegun(Vendor vendor) {
        try (var model =
                ScriptedModel.saying(
                        Reply.error(429, "come back tomorrow").retryAfter(Duration.ofHours(20)))) {
            var failure = failure(vendor.at(model.url()));
            assertEquals(RATE_LIMITED, failure.reason());
            assertThat(failure.message()).contains("come back tomorrow");
            assertEquals(List.of(), slept);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aBrokenConnectionKeepsWhatWasSaid(Vendor vendor) {
        try (var model = ScriptedModel.saying(Reply.text("one two three").cutAfter(2))) {
            var failure = failure(vendor.at(model.url()));
            assertEquals(CUT, failure.reason());
            // How much of it arrives before the break is up to the network.
            assertThat("one two ").startsWith(failure.partial());
            assertEquals(1, model.requests().size());
        }
    }

    @ParameterizedTest
    @EnumSource
    void aBadKeyIsSaidAndNotShown(Vendor vendor) {
        try (var model =
                ScriptedModel.saying(Reply.error(401, "Incorrect API key provided: " + KEY))) {
            var failure = failure(vendor.at(model.url()));
            assertEquals(BAD_KEY, failure.reason());
            assertEquals(
                    "The API test said: Incorrect API key provided: [secret] (HTTP 401)",
                    failure.message());
            assertEquals("Look at the key in TEST_KEY.", failure.remedy());
            assertEquals(1, model.requests().size());
        }
    }

    @ParameterizedTest
    @EnumSource
    void anUnknownModelIsNotAskedForTwice(Vendor vendor) {
        try (var model = ScriptedModel.saying(Reply.error(404, "no such model: m"))) {
            var failure = failure(vendor.at(model.url()));
            assertEquals(REJECTED, failure.reason());
            assertThat(failure.message()).contains("no such model: m");
            assertEquals(1, model.requests().size());
        }
    }

    @ParameterizedTest
    @EnumSource
    void whoStopsTalkingIsGivenUp(Vendor vendor) {
        try (var model = ScriptedModel.saying(Reply.text("one two").slowly(Duration.ofHours(1)))) {
            var failure =
                    assertThrows(
                            ApiFailure.class,
                            () ->
                                    apis(impatient())
                                            .ask(
                                                    vendor.at(model.url()),
                                                    ApiQuestion.of("m", "hello?")));
            assertEquals(STALLED, failure.reason());
        }
    }

    @ParameterizedTest
    @EnumSource
    void anInterruptedThreadStopsWaiting(Vendor vendor) throws Exception {
        try (var model = ScriptedModel.saying(Reply.text("one two").slowly(Duration.ofHours(1)))) {
            var thrown = new AtomicReference<Throwable>();
            var asking =
                    Thread.ofVirtual()
                            .start(() -> {
                                try {
                                    apis().ask(
                                                    vendor.at(model.url()),
                                                    ApiQuestion.of("m", "hello?"));
                                } catch (Throwable e) {
                                    thrown.set(e);
                                }
                            });
            while (model.requests().isEmpty()) {
                Thread.onSpinWait();
            }
            asking.interrupt();
            asking.join();
            assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
        }
    }

    @ParameterizedTest
    @EnumSource
    void bytesThatAreNoAnswerAreNone(Vendor vendor) throws Exception {
        var noise = new byte[5000];
        for (var at = 0; at < noise.length; at++) {
            noise[at] = (byte) (at * 31 + 7);
        }
        for (var body :
                List.of(
                        noise,
                        "data: {\"a\":".repeat(3).getBytes(),
                        "data: not json\n\n".getBytes(),
                        ("data: " + "[".repeat(3000) + "\n\n").getBytes(),
                        "data: [1,2]\n\ndata: \"x\"\n\ndata: null\n\n".getBytes(),
                        "data: {\"choices\":7,\"candidates\":\"x\",\"type\":[],\"usage\":9}\n\n"
                                .getBytes(),
                        "<html>hello</html>".getBytes(),
                        new byte[0])) {
            try (var server = new RawServer(200, body)) {
                var failure = failure(vendor.at(server.url()));
                assertThat(failure.reason()).isIn(UNREADABLE, CUT);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aStreamWithoutEndIsCutOff(Vendor vendor) throws Exception {
        try (var server = new RawServer(200, "data: x".repeat(50_000).getBytes())) {
            var failure =
                    assertThrows(
                            ApiFailure.class,
                            () ->
                                    apis(SMALL)
                                            .ask(
                                                    vendor.at(server.url()),
                                                    ApiQuestion.of("m", "hello?")));
            assertEquals(TOO_LONG, failure.reason());
        }
    }

    @Test
    void aRefusalIsNoAnswer() throws Exception {
        var refusals =
                Map.of(
                        ApiKind.OPENAI,
                        """
                        data: {"choices":[{"delta":{"refusal":"I must not."}}]}

                        data: {"choices":[{"delta":{},"finish_reason":"stop"}]}

                        data: [DONE]

                        """,
                        ApiKind.ANTHROPIC,
                        """
                        event: message_delta
                        data: {"type":"message_delta","delta":{"stop_reason":"refusal"}}

                        """,
                        ApiKind.GOOGLE,
                        """
                        data: {"promptFeedback":{"blockReason":"SAFETY"}}

                        """);
        for (var refusal : refusals.entrySet()) {
            try (var server = new RawServer(200, refusal.getValue().getBytes())) {
                assertEquals(REFUSED, failure(endpoint(refusal.getKey(), server.url())).reason());
            }
        }
    }

    @Test
    void anAnswerThatStopsAtItsLongestIsNotWhole() throws Exception {
        var answers =
                Map.of(
                        ApiKind.OPENAI,
                        """
                        data: {"choices":[{"delta":{"content":"so far"},"finish_reason":"length"}]}

                        """,
                        ApiKind.ANTHROPIC,
                        """
                        data: {"type":"content_block_delta","delta":{"type":"text_delta","text":"so far"}}

                        data: {"type":"message_delta","delta":{"stop_reason":"max_tokens"}}

                        """,
                        ApiKind.GOOGLE,
                        """
                        data: {"candidates":[{"content":{"parts":[{"text":"so far"}]},"finishReason":"MAX_TOKENS"}]}

                        """);
        for (var answer : answers.entrySet()) {
            try (var server = new RawServer(200, answer.getValue().getBytes())) {
                var failure = failure(endpoint(answer.getKey(), server.url()));
                assertEquals(TOO_LONG, failure.reason());
                assertEquals("so far", failure.partial());
            }
        }
    }

    @Test
    void anEmptyAnswerIsNone() throws Exception {
        try (var server = new RawServer(200, "data: [DONE]\n\n".getBytes())) {
            assertEquals(EMPTY, failure(endpoint(ApiKind.OPENAI, server.url())).reason());
        }
    }

    @Test
    void anErrorInsideAStreamIsSaid() throws Exception {
        var stream =
                """
                data: {"type":"content_block_delta","delta":{"type":"text_delta","text":"so far"}}

                event: error
                data: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}

                """;
        try (var server = new RawServer(200, stream.getBytes())) {
            var failure = failure(endpoint(ApiKind.ANTHROPIC, server.url()));
            assertEquals("The API test said: Overloaded", failure.message());
            assertEquals(4, slept.size());
        }
    }

    @Test
    void googlesOwnWayToSayWhenIsUnderstood() throws Exception {
        var body =
                """
                [{"error":{"code":429,"message":"quota","details":[{"@type":"x"},{"retryDelay":"3.5s"}]}}]
                """;
        try (var server = new RawServer(429, body.getBytes())) {
            assertEquals(RATE_LIMITED, failure(endpoint(ApiKind.GOOGLE, server.url())).reason());
            assertEquals(Duration.ofMillis(3500), slept.getFirst());
        }
    }

    @Test
    void aDateSaysWhenToo() throws Exception {
        try (var server =
                new RawServer(429, "{}".getBytes())
                        .with("Retry-After", "Sun, 01 Nov 2026 12:00:09 GMT")) {
            assertEquals(RATE_LIMITED, failure(endpoint(ApiKind.OPENAI, server.url())).reason());
            assertEquals(Duration.ofSeconds(9), slept.getFirst());
        }
    }

    @Test
    void aKeyFollowsNoRedirect() throws Exception {
        try (var other = new RawServer(200, new byte[0]);
                var server =
                        new RawServer(302, new byte[0]).with("Location", other.url() + "/v1")) {
            assertEquals(REJECTED, failure(endpoint(ApiKind.OPENAI, server.url())).reason());
            assertEquals(0, other.count());
        }
    }

    @Test
    void nobodyThereIsSaidAtOnce() throws Exception {
        URI gone;
        try (var server = new RawServer(200, new byte[0])) {
            gone = server.url();
        }
        var failure = failure(endpoint(ApiKind.OPENAI, gone));
        assertEquals(UNREACHABLE, failure.reason());
        assertThat(failure.message()).contains(gone.toString());
        assertEquals(List.of(), slept);
    }

    @Test
    void withoutAKeyNothingIsSent() {
        var endpoint =
                new ModelEndpoint(
                        "test",
                        ApiKind.OPENAI,
                        URI.create("http://127.0.0.1:1"),
                        "TEST_KEY",
                        Optional.empty(),
                        List.of(),
                        1);
        assertEquals("Set the environment variable TEST_KEY.", failure(endpoint).remedy());
    }

    @ParameterizedTest
    @ValueSource(strings = {"../../v1/files", "a b", "m?alt=json", "m#x", "ü/ö", ""})
    void aNameOfAModelStaysOne(String name) throws Exception {
        try (var server = new RawServer(404, "{}".getBytes())) {
            var endpoint = endpoint(ApiKind.GOOGLE, server.url());
            assertThrows(
                    ApiFailure.class, () -> apis().ask(endpoint, ApiQuestion.of(name, "hello?")));
            assertTrue(
                    server.paths()
                            .getFirst()
                            .matches("/models/[^/?#]*:streamGenerateContent\\?alt=sse"),
                    server.paths().toString());
        }
    }

    @Test
    void manyAskAtOnce() throws Exception {
        try (var model =
                ScriptedModel.answering(request -> Reply.text(request.userTexts().getLast()))) {
            var apis = apis();
            var answers = new CopyOnWriteArrayList<String>();
            var done = new CountDownLatch(50);
            for (var number = 0; number < 50; number++) {
                var question = "question " + number;
                Thread.startVirtualThread(() -> {
                    try {
                        var answer =
                                apis.ask(
                                        Vendor.OPENAI.at(model.url()),
                                        ApiQuestion.of("m", question));
                        answers.add(answer.text());
                    } catch (InterruptedException | RuntimeException e) {
                        answers.add(String.valueOf(e));
                    } finally {
                        done.countDown();
                    }
                });
            }
            done.await();
            assertEquals(
                    50,
                    answers.stream().filter(it -> it.startsWith("question")).distinct().count());
        }
    }
}
