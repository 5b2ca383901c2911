package dev.parley.door.openai;

import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.door.http.Response;
import dev.parley.event.Event;
import dev.parley.work.CallRefused;
import dev.parley.work.call.CallResult;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.ObjectNode;

import java.util.Map;

/// A failure in OpenAI's words: the error object its clients know, and `detail` beside them.
final class ApiError extends RuntimeException {
    private static final String INVALID = "invalid_request_error";
    private static final String SERVER = "server_error";

    private int status;
    private final String type;
    private final @Nullable String code;
    private final String detail;
    private @Nullable String parameter;
    private String partial = "";
    private int retryAfterSeconds = 5;

    private ApiError(
            int status, String type, @Nullable String code, String message, String detail) {
        super(message);
        this.status = status;
        this.type = type;
        this.code = code;
        this.detail = detail;
    }

    private ApiError(Problem problem, String type, @Nullable String code) {
        this(problem.kind().httpStatus(), type, code, problem.message(), problem.remedy());
    }

    private ApiError about(String name) {
        parameter = name;
        return this;
    }

    /// A value that cannot be right.
    static ApiError wrong(String parameter, String message, String detail) {
        return new ApiError(400, INVALID, "invalid_value", message, detail).about(parameter);
    }

    /// A body that has no parameters at all.
    static ApiError noObject() {
        return new ApiError(
                400,
                INVALID,
                "invalid_value",
                "The body is no JSON object.",
                "Send one as documented.");
    }

    /// Something that is right, but not for an agent.
    static ApiError unsupported(String parameter, String detail) {
        var message = "Unsupported parameter: '" + parameter + "'";
        return new ApiError(400, INVALID, "unsupported_parameter", message, detail)
                .about(parameter);
    }

    static ApiError of(Problem problem) {
        if (problem instanceof CallRefused refused) {
            return of(refused);
        }
        return switch (problem.kind()) {
            case INVALID_REQUEST, TOO_LARGE, NOT_FOUND, WRONG_METHOD, BUSY ->
                    new ApiError(problem, INVALID, null);
            case UNAUTHORIZED -> new ApiError(problem, INVALID, "invalid_api_key");
            case OVER_LIMIT -> overLimit(problem);
            case AGENT_FAILED -> failed(problem.message() + " " + problem.remedy(), "");
            case AGENT_NOT_INSTALLED,
                    BROKEN_CONFIGURATION,
                    DISK_FULL,
                    DISK_READ_ONLY,
                    STORE_UNAVAILABLE,
                    OUT_OF_RESOURCES,
                    FAULT ->
                    new ApiError(problem, SERVER, null);
        };
    }

    private static ApiError of(CallRefused refused) {
        return switch (refused.reason()) {
            case UNKNOWN_MODEL ->
                    new ApiError(refused, INVALID, "model_not_found").about("model").asNotFound();
            case FORGOTTEN ->
                    new ApiError(refused, INVALID, "previous_response_not_found")
                            .about("previous_response_id");
            case NO_SCHEMA, NO_IMAGES, NO_FUNCTIONS ->
                    new ApiError(refused, INVALID, "unsupported_parameter");
            case TOO_MANY -> {
                var error = overLimit(refused);
                error.retryAfterSeconds = refused.retryAfterSeconds();
                yield error;
            }
        };
    }

    private static ApiError overLimit(Problem problem) {
        return new ApiError(problem, "rate_limit_error", "rate_limit_exceeded");
    }

    /// An agent that did not come to its end.
    ///
    /// @param partial what it had said until then
    static ApiError of(CallResult result, String partial) {
        var outcome = result.outcome();
        var detail =
                outcome.failure().map(Event.Failed::message).orElse("")
                        + result.worktree()
                                .map(path -> "\nWhat it changed is in " + path + ".")
                                .orElse("")
                        + result.helpers()
                                .removed()
                                .filter(names -> !names.isEmpty())
                                .map(names ->
                                        "\nNew files were removed: " + String.join(", ", names))
                                .orElse("");
        var error =
                switch (outcome.reason()) {
                    case TIMEOUT ->
                            new ApiError(504, "timeout_error", "timeout", "CLI timed out", detail);
                    case INTERRUPTED ->
                            new ApiError(503, SERVER, null, "Parley is stopping", detail);
                    case ERROR, OUTPUT_LIMIT, COMPLETED -> failed(detail, partial);
                };
        error.partial = partial;
        return error;
    }

    static ApiError failed(String detail, String partial) {
        var error = new ApiError(500, SERVER, "cli_failed", "CLI failed", detail);
        error.partial = partial;
        return error;
    }

    private ApiError asNotFound() {
        status = 404;
        return this;
    }

    /// Most clients show nothing but the message: what is to be done is in it, too.
    private String whole() {
        var message = String.valueOf(getMessage());
        if (detail.isBlank()) {
            return message;
        }
        return message + (message.matches("(?s).*[.!?:]") ? " " : ": ") + detail.strip();
    }

    /// OpenAI's error object.
    ObjectNode body() {
        var error =
                Json.object()
                        .put("message", whole())
                        .put("type", type)
                        .put("param", parameter)
                        .put("code", code)
                        .put("detail", detail);
        if (!partial.isEmpty()) {
            error.put("partial", partial);
        }
        return error;
    }

    Response.Whole response() {
        return new Response.Whole(
                status,
                "application/json",
                Json.write(Json.object().set("error", body())),
                status == 429 || status == 503
                        ? Map.of("Retry-After", Integer.toString(retryAfterSeconds))
                        : Map.of());
    }
}
