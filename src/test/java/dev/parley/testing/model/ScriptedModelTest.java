package dev.parley.testing.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

class ScriptedModelTest {
    @ParameterizedTest
    @EnumSource
    void streamsAnAnswerWordByWord(Caller caller) throws Exception {
        try (var model = ScriptedModel.saying(Reply.text("one two three"))) {
            var events = caller.stream(model);
            assertThat(caller.text(events)).isEqualTo("one two three");
            assertThat(events).hasSizeGreaterThanOrEqualTo(4);
        }
    }

    @ParameterizedTest
    @EnumSource
    void answersWholeWhenNotAskedToStream(Caller caller) throws Exception {
        try (var model = ScriptedModel.saying(Reply.text("one two three"))) {
            assertThat(caller.text(List.of(Json.parse(caller.whole(model).body()))))
                    .isEqualTo("one two three");
        }
    }

    @ParameterizedTest
    @EnumSource
    void saysThatTheScriptEnded(Caller caller) throws Exception {
        try (var model = ScriptedModel.saying()) {
            assertThat(caller.text(caller.stream(model))).isEqualTo("(script ended)");
        }
    }

    @ParameterizedTest
    @EnumSource
    void failsAndThenRecovers(Caller caller) throws Exception {
        try (var model = ScriptedModel.saying(Reply.error(529, "too busy"), Reply.text("better"))) {
            var failed = caller.whole(model);
            assertThat(failed.statusCode()).isEqualTo(529);
            assertThat(failed.body()).contains("\"message\":\"too busy\"");
            assertThat(caller.text(caller.stream(model))).isEqualTo("better");
            assertThat(model.unused()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void failsForeverWhenTheScriptSaysSo(Caller caller) throws Exception {
        try (var model =
                ScriptedModel.saying(
                        Reply.error(401, "who are you").forever(), Reply.text("never"))) {
            assertThat(caller.whole(model).statusCode()).isEqualTo(401);
            assertThat(caller.whole(model).statusCode()).isEqualTo(401);
            assertThat(model.requests()).hasSize(2);
        }
    }

    @Test
    void tellsWhenToComeBack() throws Exception {
        var busy = Reply.error(429, "slow down").retryAfter(Duration.ofMillis(1500));
        try (var model = ScriptedModel.saying(busy)) {
            var headers = Caller.CHAT.whole(model).headers();
            assertThat(headers.firstValue("retry-after")).hasValue("2");
            assertThat(headers.firstValue("retry-after-ms")).hasValue("1500");
        }
    }

    @ParameterizedTest
    @EnumSource
    void breaksTheConnectionAfterTheGivenChunks(Caller caller) {
        try (var model = ScriptedModel.saying(Reply.text("one two three four").cutAfter(2))) {
            assertThatThrownBy(() -> caller.stream(model)).isInstanceOf(IOException.class);
        }
    }

    @ParameterizedTest
    @EnumSource
    void takesItsTimeBetweenChunks(Caller caller) throws Exception {
        try (var model =
                ScriptedModel.saying(Reply.text("one two three").slowly(Duration.ofMillis(60)))) {
            var start = System.nanoTime();
            caller.stream(model);
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isGreaterThan(Duration.ofMillis(170));
        }
    }

    @Test
    void decidesByTheRequestWhenGivenAMind() throws Exception {
        try (var model =
                ScriptedModel.answering(
                        request -> Reply.text("you said " + request.userTexts().getLast()))) {
            assertThat(Caller.CHAT.text(Caller.CHAT.stream(model))).isEqualTo("you said second");
        }
    }

    @Test
    void countsTokensWithoutUsingUpTheScript() throws Exception {
        try (var model = ScriptedModel.saying(Reply.text("kept"))) {
            assertThat(Caller.post(model, "/v1/messages/count_tokens?beta=true", "{}").body())
                    .contains("input_tokens");
            assertThat(Caller.post(model, "/v1beta/models/m:countTokens", "{}").body())
                    .contains("totalTokens");
            assertThat(model.unused()).isEqualTo(1);
        }
    }

    @Test
    void declinesAnUpgradeAndRemembersStrays() throws Exception {
        try (var model = ScriptedModel.saying()) {
            assertThat(Caller.get(model, "/v1/responses").statusCode()).isEqualTo(426);
            assertThat(Caller.get(model, "/api/hello").statusCode()).isEqualTo(404);
            assertThat(model.strays()).containsExactly("GET /v1/responses", "GET /api/hello");
            assertThat(model.requests()).isEmpty();
        }
    }
}
