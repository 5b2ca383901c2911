package dev.parley.modelapi;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.base.json.Json;
import dev.parley.event.Secrets;
import dev.parley.modelapi.ApiFailure.Reason;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;

/// Asks models over their APIs. A question waits on the calling thread for its answer, is asked
/// again after what passes by itself, and is given up when that thread is interrupted. Thread-safe.
public final class ModelApis {
    private static final Duration CONNECT = Duration.ofSeconds(20);
    private static final int ERROR_BYTES = 64 * 1024;
    private static final int ERROR_CHARACTERS = 1000;

    /// Waits, so that tests need not.
    public interface Sleeper {
        void sleep(Duration time) throws InterruptedException;
    }

    /// What is enough.
    ///
    /// @param attempts how often a question is asked
    /// @param delay the longest time that is waited before the next attempt
    /// @param quiet how long an API may say nothing
    /// @param bytes how large the stream of an answer may be
    /// @param characters how long its text may be
    public record Patience(
            int attempts, Duration delay, Duration quiet, long bytes, int characters) {
        public static final Patience USUAL =
                new Patience(5, Duration.ofMinutes(1), Duration.ofMinutes(5), 64L << 20, 4_000_000);
    }

    /// What passes by itself, and when.
    private static final class Passing extends Exception {
        private final ApiFailure failure;
        private final transient Optional<Duration> delay;

        Passing(ApiFailure failure, Optional<Duration> delay) {
            super(failure);
            this.failure = failure;
            this.delay = delay;
        }
    }

    private final Patience patience;
    private final Sleeper sleeper;
    private final Clock clock;
    private final DoubleSupplier chance;
    private @Nullable HttpClient client; // guarded by this; made when it is first needed

    /// @param chance numbers between 0 and 1
    public ModelApis(Patience patience, Sleeper sleeper, Clock clock, DoubleSupplier chance) {
        this.patience = patience;
        this.sleeper = sleeper;
        this.clock = clock;
        this.chance = chance;
    }

    /// The whole answer, or an [ApiFailure].
    public ApiAnswer ask(ModelEndpoint endpoint, ApiQuestion question) throws InterruptedException {
        return ask(endpoint, question, _ -> {});
    }

    /// @param pieces told what the model writes, as it does; those of an answer that breaks off and
    ///   is asked for again come twice
    public ApiAnswer ask(ModelEndpoint endpoint, ApiQuestion question, Consumer<String> pieces)
            throws InterruptedException {
        if (!endpoint.isUsable()) {
            throw new ApiFailure(
                    Reason.BAD_KEY,
                    "There is no key for the API " + endpoint.id() + ".",
                    "Set the environment variable " + endpoint.keyVariable() + ".");
        }
        for (var attempt = 1; ; attempt++) {
            try {
                return askOnce(endpoint, question, pieces);
            } catch (Passing passing) {
                var delay = passing.delay.orElse(RetryDelay.usual(attempt, chance.getAsDouble()));
                if (attempt >= patience.attempts() || delay.compareTo(patience.delay()) > 0) {
                    throw passing.failure;
                }
                sleeper.sleep(delay);
            }
        }
    }

    private ApiAnswer askOnce(ModelEndpoint endpoint, ApiQuestion question, Consumer<String> pieces)
            throws InterruptedException, Passing {
        var response = send(endpoint, request(endpoint, question));
        try (var body = new Quiet(response.body(), patience.quiet())) {
            if (response.statusCode() != 200) {
                throw refused(endpoint, response, errorBody(body));
            }
            return read(endpoint, endpoint.kind().format().newReader(pieces), body);
        } catch (ApiFailure failure) {
            throw failure;
        } catch (IOException e) {
            throw interruptedOr(
                    failed(endpoint, Reason.CUT, "the connection broke", "Ask again."), e);
        }
    }

    private HttpRequest request(ModelEndpoint endpoint, ApiQuestion question) {
        var format = endpoint.kind().format();
        var body = Json.write(format.body(question, endpoint.maxOutputTokens()));
        var request =
                HttpRequest.newBuilder(URI.create(endpoint.url() + format.path(question)))
                        .timeout(patience.quiet())
                        .header("Content-Type", "application/json")
                        .header("Accept", "text/event-stream")
                        .header("User-Agent", "parley")
                        .POST(HttpRequest.BodyPublishers.ofString(body));
        format.headers(endpoint.key()).forEach(request::header);
        return request.build();
    }

    private HttpResponse<InputStream> send(ModelEndpoint endpoint, HttpRequest request)
            throws InterruptedException, Passing {
        try {
            return client().send(request, HttpResponse.BodyHandlers.ofInputStream());
        } catch (java.net.ConnectException e) {
            throw failed(
                    endpoint,
                    Reason.UNREACHABLE,
                    "nobody answers at " + endpoint.url() + " (" + e.getMessage() + ")",
                    "Look whether that server runs, and at \"apis\" in config.json.");
        } catch (HttpTimeoutException e) {
            throw stalled(endpoint, "");
        } catch (IOException e) {
            throw new Passing(
                    failed(
                            endpoint,
                            Reason.UNREACHABLE,
                            "the connection broke (" + e.getMessage() + ")",
                            "Ask again."),
                    Optional.empty());
        }
    }

    private synchronized HttpClient client() {
        var made = client;
        if (made == null) {
            made =
                    HttpClient.newBuilder()
                            .connectTimeout(CONNECT)
                            // A key must not follow wherever an answer leads.
                            .followRedirects(HttpClient.Redirect.NEVER)
                            .build();
            client = made;
        }
        return made;
    }

    private ApiAnswer read(ModelEndpoint endpoint, AnswerReader reader, Quiet body)
            throws InterruptedException, Passing {
        var events = new ServerSentEvents(body, patience.bytes());
        var isMarkedDone = false;
        try {
            for (var sent = events.next(); sent != null; sent = events.next()) {
                if (sent.data().strip().equals("[DONE]")) {
                    isMarkedDone = true;
                    break;
                }
                var json = Json.parse(sent.data());
                if (json.isEmpty()) {
                    throw failure(
                            endpoint,
                            Reason.UNREADABLE,
                            "an event that is no JSON: " + sent.data(),
                            "Look whether its address and kind in config.json are right.");
                }
                reader.hear(sent.name(), json.get());
                checkError(endpoint, reader);
                if (reader.length() > patience.characters()) {
                    throw tooLong(
                            endpoint, reader, "more than " + patience.characters() + " characters");
                }
            }
        } catch (ServerSentEvents.TooLarge e) {
            throw tooLong(endpoint, reader, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            // What comes behind the end of an answer is no part of it.
            if (reader.findStop().isEmpty()) {
                throw body.isStalled()
                        ? stalled(endpoint, reader.text())
                        : interruptedOr(cut(endpoint, reader), e);
            }
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return whole(endpoint, reader, isMarkedDone, body.isStalled());
    }

    private static ApiAnswer whole(
            ModelEndpoint endpoint, AnswerReader reader, boolean isMarkedDone, boolean isStalled) {
        var stop = reader.findStop();
        if (stop.isEmpty() && !isMarkedDone) {
            throw isStalled ? stalled(endpoint, reader.text()) : cut(endpoint, reader);
        }
        switch (stop.orElse(AnswerReader.Stop.DONE)) {
            case LENGTH ->
                    throw tooLong(endpoint, reader, "the model was cut off at its longest answer");
            case REFUSED ->
                    throw new ApiFailure(
                            Reason.REFUSED,
                            said(
                                    endpoint,
                                    reader.refusal().isEmpty()
                                            ? "the model refused to answer"
                                            : reader.refusal()),
                            "Ask in another way, or another model.",
                            reader.text(),
                            reader.findUsage());
            case DONE -> {}
        }
        if (reader.text().isBlank()) {
            throw new ApiFailure(
                    Reason.EMPTY,
                    asking(endpoint, "its answer has not a word in it"),
                    "Ask again, or another model.",
                    "",
                    reader.findUsage());
        }
        return new ApiAnswer(reader.text(), reader.findUsage());
    }

    private static void checkError(ModelEndpoint endpoint, AnswerReader reader) throws Passing {
        var error = reader.findError();
        if (error.isPresent()) {
            var failure =
                    new ApiFailure(
                            Reason.UNAVAILABLE,
                            said(endpoint, error.get().message()),
                            "Ask again later.",
                            reader.text(),
                            reader.findUsage());
            if (error.get().isPassing()) {
                throw new Passing(failure, Optional.empty());
            }
            throw failure;
        }
    }

    /// What the status of an answer means.
    private ApiFailure refused(
            ModelEndpoint endpoint, HttpResponse<InputStream> response, String text)
            throws Passing {
        var status = response.statusCode();
        var json = Json.parse(text).orElse(MissingNode.getInstance());
        var words = ApiFormat.errorText(json).orElse(text.isBlank() ? "nothing" : text);
        var message = words + " (HTTP " + status + ")";
        if (status == 401 || status == 403 || (status == 400 && isAboutTheKey(json))) {
            return failure(
                    endpoint,
                    Reason.BAD_KEY,
                    message,
                    endpoint.keyVariable() == null
                            ? "Name the variable of its key as keyVariable in config.json."
                            : "Look at the key in " + endpoint.keyVariable() + ".");
        }
        if (status == 429) {
            var failure = failure(endpoint, Reason.RATE_LIMITED, message, "Ask again later.");
            if (json.at("/error/code").asString("").equals("insufficient_quota")) {
                return failure; // no time heals that
            }
            throw new Passing(failure, RetryDelay.told(response.headers(), json, clock));
        }
        if (status >= 500 || status == 408) {
            throw new Passing(
                    failure(endpoint, Reason.UNAVAILABLE, message, "Ask again later."),
                    RetryDelay.told(response.headers(), json, clock));
        }
        return failure(
                endpoint,
                Reason.REJECTED,
                message,
                "Look at the name of the model, and at \"apis\" in config.json.");
    }

    private static boolean isAboutTheKey(JsonNode json) {
        var all = json.toString();
        return all.contains("API_KEY_INVALID") || all.contains("API key not valid");
    }

    private static String errorBody(InputStream body) throws InterruptedException {
        try {
            return new String(body.readNBytes(ERROR_BYTES), UTF_8);
        } catch (IOException _) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            return "";
        }
    }

    private static ApiFailure interruptedOr(ApiFailure failure, IOException e)
            throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        failure.initCause(e);
        return failure;
    }

    private static ApiFailure cut(ModelEndpoint endpoint, AnswerReader reader) {
        return new ApiFailure(
                Reason.CUT,
                asking(endpoint, "the connection broke in the middle of its answer"),
                "Ask again.",
                reader.text(),
                reader.findUsage());
    }

    private static ApiFailure stalled(ModelEndpoint endpoint, String partial) {
        return new ApiFailure(
                Reason.STALLED,
                asking(endpoint, "it said nothing for too long"),
                "Ask again later.",
                partial,
                Optional.empty());
    }

    private static ApiFailure tooLong(ModelEndpoint endpoint, AnswerReader reader, String why) {
        return new ApiFailure(
                Reason.TOO_LONG,
                asking(endpoint, "its answer is too long: " + why),
                "Ask for a shorter answer.",
                reader.text(),
                reader.findUsage());
    }

    private static ApiFailure failure(
            ModelEndpoint endpoint, Reason reason, String words, String remedy) {
        return new ApiFailure(reason, said(endpoint, words), remedy);
    }

    private static ApiFailure failed(
            ModelEndpoint endpoint, Reason reason, String words, String remedy) {
        return new ApiFailure(reason, asking(endpoint, words), remedy);
    }

    /// In our words.
    private static String asking(ModelEndpoint endpoint, String words) {
        return "Asking the API " + endpoint.id() + " failed: " + shown(endpoint, words);
    }

    /// In its words.
    private static String said(ModelEndpoint endpoint, String words) {
        return "The API " + endpoint.id() + " said: " + shown(endpoint, words);
    }

    /// An API may repeat the key it was given.
    private static String shown(ModelEndpoint endpoint, String words) {
        var masked = Secrets.mask(endpoint.masked(words)).strip();
        return (masked.length() > ERROR_CHARACTERS
                ? masked.substring(0, ERROR_CHARACTERS) + "…"
                : masked);
    }
}
