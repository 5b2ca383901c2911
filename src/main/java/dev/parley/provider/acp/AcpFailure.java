package dev.parley.provider.acp;

import dev.parley.base.json.Json;
import dev.parley.base.json.JsonPath;
import dev.parley.event.Event;
import dev.parley.wire.BrokenConnection;
import dev.parley.wire.JsonRpc;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// An error answer as a person reads it. Agents put the text into the message, into the data, or
/// pass on the whole JSON of the model's API.
record AcpFailure(int code, String text) {
    /// ACP's codes beside those of JSON-RPC.
    static final int AUTHENTICATION_REQUIRED = -32000;

    static final int RESOURCE_NOT_FOUND = -32002;

    private static final Pattern LINE_ENDS = Pattern.compile("\\s*\\R\\s*");
    private static final Pattern LOGIN =
            Pattern.compile(
                    "(?i)authenticat|unauthori[sz]|\\blog(ged)?[ -]?in\\b|api[ _-]?key|credential|\\b40[13]\\b");
    private static final Pattern GENERAL = Pattern.compile("^Internal error(?:: )?");

    static AcpFailure of(JsonRpc.ErrorResponse error) {
        var details =
                Optional.ofNullable(error.data())
                        .flatMap(data ->
                                Stream.of(
                                                text(data),
                                                JsonPath.text(data, "details"),
                                                JsonPath.text(data, "message"))
                                        .flatMap(Optional::stream)
                                        .findFirst())
                        .orElse("");
        var message = GENERAL.matcher(error.message()).replaceFirst("");
        var said =
                Stream.of(message, details)
                        .map(text -> LINE_ENDS.matcher(inner(text).strip()).replaceAll(" "))
                        .filter(text -> !text.isEmpty())
                        .distinct()
                        .toList();
        return new AcpFailure(
                error.code(),
                said.isEmpty()
                        ? "The agent failed without saying why (error " + error.code() + ")."
                        : BrokenConnection.explained(String.join(": ", said)));
    }

    private static Optional<String> text(JsonNode node) {
        return node.isString() ? Optional.of(node.asString()) : Optional.empty();
    }

    /// The sentence inside an API's error.
    private static String inner(String text) {
        return Json.parseObject(text)
                .flatMap(json ->
                        JsonPath.text(json, "error.message")
                                .or(() -> JsonPath.text(json, "message")))
                .orElse(text);
    }

    boolean isLogin() {
        return code == AUTHENTICATION_REQUIRED;
    }

    boolean isAboutALogin() {
        return isLogin() && LOGIN.matcher(text).find();
    }

    /// Some call it an error to be asked for what they do already.
    boolean isAlreadyInMode(@Nullable String pattern) {
        return pattern != null && Pattern.compile(pattern).matcher(text).find();
    }

    boolean isUnknownSession(List<String> patterns) {
        return code == RESOURCE_NOT_FOUND
                || patterns.stream().anyMatch(each -> Pattern.compile(each).matcher(text).find());
    }

    /// The failure of a turn. While a session begins, the code alone says that a login is missing;
    /// later it is also what agents use for whatever their model's API answers.
    Event.Failed event(AcpAgent agent) {
        return isAboutALogin()
                ? Event.Failed.fatal(sentence() + " " + agent.remedy(), "not_logged_in")
                : Event.Failed.fatal(text, codeName());
    }

    /// The text, so that another sentence can follow.
    String sentence() {
        return text.matches(".*[.!?]") ? text : text + ".";
    }

    /// Some agents put the status of the model's API where JSON-RPC has its own numbers.
    String codeName() {
        return code >= 100 && code < 600 ? "http_" + code : "rpc_" + code;
    }
}
