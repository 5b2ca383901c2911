package dev.parley.testing.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

class ResponsesSocketTest {
    private final LinkedBlockingQueue<String> heard = new LinkedBlockingQueue<>();

    @Test
    void answersTurnAfterTurnOnOneConnection() throws Exception {
        try (var model = new ResponsesSocket("fine");
                var client = HttpClient.newHttpClient()) {
            var address =
                    URI.create(model.url().toString().replace("http", "ws") + "/v1/responses");
            var socket = client.newWebSocketBuilder().buildAsync(address, new Listener()).join();

            socket.sendText("{\"generate\":false}", true).join();
            assertThat(types()).containsExactly("response.created", "response.completed");

            for (var turn = 0; turn < 2; turn++) {
                socket.sendText("{\"input\":", false).join();
                socket.sendText("\"" + "long ".repeat(20_000) + "\"}", true).join();
                assertThat(types())
                        .containsExactly(
                                "response.created",
                                "response.output_item.added",
                                "response.output_text.delta",
                                "response.output_item.done",
                                "response.completed");
            }
            socket.abort();
        }
    }

    /// Of all events up to the end of an answer.
    private List<String> types() throws InterruptedException {
        var types = new ArrayList<String>();
        while (!types.contains("response.completed")) {
            var event = heard.poll(1, TimeUnit.MINUTES);
            assertThat(event).isNotNull();
            types.add(Json.parse(event).path("type").asString());
        }
        return types;
    }

    private final class Listener implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean isLast) {
            text.append(data);
            if (isLast) {
                heard.add(text.toString());
                text.setLength(0);
            }
            socket.request(1);
            return null;
        }
    }
}
