package dev.parley.door.openai;

import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.door.http.Response;
import dev.parley.event.Event;
import dev.parley.work.CallRefused;
import dev.parley.work.CallResult;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.ObjectNode;

import java.util.Map;

/// A failure in OpenAI's words: the error object its clients know, and `detail` beside them.
final class ApiError extends RuntimeException {
    private static final int RETRY_AFTER_SECONDS = 5;
    private static final String INVALID = "invalid_request_error";
    private static final String SERVER = "server_error";

    private final int status;
    private final String type;
    private final @Nullable String parameter;
    private final @Nullable String code;
    private final String detail;
    private final String partial;
    private int retryAfterSeconds = RETRY_AFTER_SECONDS;

    private ApiError(
            int status,
            String message,
            String type,
            @Nullable String parameter,
            @Nullable String code,
            String detail,
            String partial) {
        super(message);
        this.status = status;
        this.type = type;
        this.parameter = parameter;
        this.code = code;
        this.detail = detail;
        this.partial = partial;
    }

    /// A value that cannot be right.
    static ApiError wrong(String parameter, String message, String detail) {
        return new ApiError(400, message, INVALID, parameter, "invalid_value", detail, "");
    }

    /// A body that has no parameters at all.
    static ApiError noObject() {
        return new ApiError(
                400,
                "The body is no JSON object.",
                INVALID,
                null,
                "invalid_value",
                "Send one as documented.",
                "");
    }

    /// Something that is right, but not for an agent.
    static ApiError unsupported(String parameter, String detail) {
        return new ApiError(
                400,
                "Unsupported parameter: '" + parameter + "'",
                INVALID,
                parameter,
                "unsupported_parameter",
                detail,
                "");
    }

    static ApiError of(Problem problem) {
        if (problem instanceof CallRefused refused) {
            return of(refused);
        }
        var status = problem.kind().httpStatus();
        return switch (problem.kind()) {
            case INVALID_REQUEST, TOO_LARGE, NOT_FOUND, WRONG_METHOD, BUSY ->
                    invalid(problem, null, null);
            case UNAUTHORIZED -> invalid(problem, null, "invalid_api_key");
            case OVER_LIMIT -> overLimit(problem);
            case AGENT_FAILED -> failed(problem.message() + " " + problem.remedy(), "");
            case AGENT_NOT_INSTALLED,
                    BROKEN_CONFIGURATION,
                    DISK_FULL,
                    DISK_READ_ONLY,
                    STORE_UNAVAILABLE,
                    OUT_OF_RESOURCES,
                    FAULT ->
                    new ApiError(
                            status, problem.message(), SERVER, null, null, problem.remedy(), "");
        };
    }

    private static ApiError of(CallRefused refused) {
        return switch (refused.reason()) {
            case UNKNOWN_MODEL -> invalid(refused, "model", "model_not_found");
            case FORGOTTEN ->
                    invalid(refused, "previous_response_id", "previous_response_not_found");
            case NO_SCHEMA, NO_IMAGES -> invalid(refused, null, "unsupported_parameter");
            case TOO_MANY -> {
                var error = overLimit(refused);
                error.retryAfterSeconds = refused.retryAfterSeconds();
                yield error;
            }
        };
    }

    private static ApiError invalid(
            Problem problem, @Nullable String parameter, @Nullable String code) {
        return new ApiError(
                problem.kind().httpStatus(),
                problem.message(),
                INVALID,
                parameter,
                code,
                problem.remedy(),
                "");
    }

    private static ApiError overLimit(Problem problem) {
        return new ApiError(
                problem.kind().httpStatus(),
                problem.message(),
                "rate_limit_error",
                null,
                "rate_limit_exceeded",
                problem.remedy(),
                "");
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
        return switch (outcome.reason()) {
            case TIMEOUT ->
                    new ApiError(
                            504,
                            "CLI timed out",
                            "timeout_error",
                            null,
                            "timeout",
                            detail,
                            partial);
            case INTERRUPTED ->
                    new ApiError(503, "Parley is stopping", SERVER, null, null, detail, partial);
            case ERROR, OUTPUT_LIMIT, COMPLETED -> failed(detail, partial);
        };
    }

    static ApiError failed(String detail, String partial) {
        return new ApiError(500, "CLI failed", SERVER, null, "cli_failed", detail, partial);
    }

    /// The same for a question about the model itself, where an unknown name is an unknown address.
    ApiError asNotFound() {
        return new ApiError(
                404, String.valueOf(getMessage()), type, parameter, code, detail, partial);
    }

    /// OpenAI's error object.
    ObjectNode body() {
        var error =
                Json.object()
                        .put("message", getMessage())
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
