package dev.parley.provider.acp;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.stream.Collectors;

/// What the agent said about itself in its answer to `initialize`.
record AcpAgent(
        String name,
        @Nullable String version,
        boolean canLoad,
        boolean canResume,
        boolean canClose,
        boolean takesImages,
        boolean takesDirectories,
        boolean takesHttpServers,
        List<String> logins) {
    static AcpAgent of(JsonNode hello) {
        var can = hello.path("agentCapabilities");
        var sessions = can.path("sessionCapabilities");
        var info = hello.path("agentInfo");
        return new AcpAgent(
                info.path("title").asString(info.path("name").asString("The agent")),
                info.path("version").asString(null),
                can.path("loadSession").asBoolean(false),
                isOffered(sessions.path("resume")),
                isOffered(sessions.path("close")),
                can.path("promptCapabilities").path("image").asBoolean(false),
                isOffered(sessions.path("additionalDirectories")),
                can.path("mcpCapabilities").path("http").asBoolean(false),
                hello.path("authMethods").valueStream().map(AcpAgent::login).toList());
    }

    /// `{}` says yes, and so do other agents with `true`.
    private static boolean isOffered(JsonNode node) {
        return node.isObject() || node.asBoolean(false);
    }

    private static String login(JsonNode method) {
        var name = method.path("name").asString("");
        var description = method.path("description").asString("");
        return description.isEmpty() ? name : name + " (" + description + ")";
    }

    /// What a person does about an agent that is not logged in.
    String remedy() {
        var ways = logins.stream().filter(way -> !way.isBlank()).collect(Collectors.joining("; "));
        return "Start the CLI itself in a terminal and log in, or give it its key."
                + (ways.isEmpty() ? "" : " It offers: " + ways + ".");
    }
}
