package dev.parley.provider;

import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.wire.OfferedTools;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.ObjectNode;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How a CLI is told of Parley's tools for a single turn: the part `oneShot.tools` of a profile.
/// The places `{url}` and `{token}` are the server and the secret for it, `{file}` is the name of
/// the file below. Arguments have no secret: everybody on a machine can read them.
///
/// @param environment variables of the process
/// @param json variables whose value is a JSON object, which these members are added to
/// @param file a file for this turn alone, which nobody else can read
/// @param name what the events of the CLI call one of our tools: `mcp__parley__{tool}`
/// @param patienceSeconds how long a call can be held before the CLI gives it up
public record OneShotTools(
        List<String> arguments,
        Map<String, String> environment,
        Map<String, ObjectNode> json,
        @Nullable ObjectNode file,
        String name,
        int patienceSeconds) {
    private static final String BEARER = "Bearer ";

    public OneShotTools {
        arguments = arguments == null ? List.of() : List.copyOf(arguments);
        environment = environment == null ? Map.of() : Map.copyOf(environment);
        json = json == null ? Map.of() : Map.copyOf(json);
    }

    public Duration patience() {
        return Duration.ofSeconds(patienceSeconds);
    }

    /// What the events of the CLI call a tool of ours.
    public String nameOf(String tool) {
        return name.replace("{tool}", tool);
    }

    /// With the places filled for one turn.
    ///
    /// @param place where its file will be
    public Filled filledWith(OfferedTools.Server server, Path place) {
        var authorization = server.headers().getOrDefault("Authorization", "");
        var shown = Map.of("url", server.address().toString(), "file", place.toString());
        var all = new HashMap<>(shown);
        all.put("token", authorization.replaceFirst("^" + BEARER, ""));
        return new Filled(this, place, shown, all);
    }

    /// One turn's.
    public static final class Filled {
        private final OneShotTools tools;
        private final Path place;
        private final Map<String, String> shown;
        private final Map<String, String> values;

        private Filled(
                OneShotTools tools,
                Path place,
                Map<String, String> shown,
                Map<String, String> values) {
            this.tools = tools;
            this.place = place;
            this.shown = shown;
            this.values = values;
        }

        List<String> arguments() {
            return tools.arguments().stream().map(part -> Invocation.fill(part, shown)).toList();
        }

        public Path place() {
            return place;
        }

        public Optional<byte[]> content() {
            return Optional.ofNullable(tools.file())
                    .map(this::fill)
                    .map(text -> text.getBytes(StandardCharsets.UTF_8));
        }

        /// Neither an address nor a secret of ours has a sign that JSON would write otherwise.
        private String fill(ObjectNode json) {
            return Invocation.fill(Json.write(json), values);
        }

        /// Adds the variables to those that the process has anyway.
        public void addTo(Map<String, String> environment) {
            tools.environment()
                    .forEach(
                            (name, value) -> environment.put(name, Invocation.fill(value, values)));
            tools.json()
                    .forEach((name, members) ->
                            environment.merge(
                                    name,
                                    fill(members),
                                    (there, ours) -> joined(name, there, ours)));
        }

        private static String joined(String name, String there, String ours) {
            if (!(Json.parse(there).orElse(null) instanceof ObjectNode object)) {
                throw Problem.invalid(
                        "The variable " + name + " is no JSON object, so tools cannot be added.",
                        "Correct it, or leave the tools out.");
            }
            return Json.write(joined(object, (ObjectNode) Json.parse(ours).orElseThrow()));
        }

        /// Ours come last: in lists of rules the last one that fits counts.
        private static ObjectNode joined(ObjectNode there, ObjectNode ours) {
            ours.forEachEntry((name, value) -> {
                var both =
                        there.get(name) instanceof ObjectNode known
                                        && value instanceof ObjectNode more
                                ? joined(known, more)
                                : value;
                there.remove(name);
                there.set(name, both);
            });
            return there;
        }
    }
}
