package dev.parley.door.mcp;

import dev.parley.api.ChainLink;
import dev.parley.base.problem.Problem;
import dev.parley.tool.ToolCall;
import dev.parley.work.chain.Chains;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What a tool was called with. It fits the schema already.
record Arguments(ToolCall call) {
    private JsonNode at(String name) {
        return call.arguments().path(name);
    }

    String text(String name) {
        return at(name).asString("");
    }

    Optional<String> findText(String name) {
        return at(name).asStringOpt().filter(text -> !text.isBlank());
    }

    List<String> texts(String name) {
        return at(name).valueStream().map(value -> value.asString("")).toList();
    }

    int number(String name, int usual) {
        return at(name).asInt(usual);
    }

    Optional<Double> findNumber(String name) {
        return at(name).isNumber() ? Optional.of(at(name).asDouble()) : Optional.empty();
    }

    long longNumber(String name, long usual) {
        return at(name).asLong(usual);
    }

    boolean flag(String name) {
        return at(name).asBoolean(false);
    }

    /// How long to wait for something: no longer than the client waits for the answer.
    Duration wait(String name, int usualSeconds) {
        var wanted = Duration.ofSeconds(number(name, usualSeconds));
        return wanted.compareTo(call.patience()) > 0 ? call.patience() : wanted;
    }

    Optional<Path> findProject() {
        return Optional.of(call.caller().project()).filter(Path::isAbsolute);
    }

    /// @throws Problem for a client that does not say where it is
    Path project() {
        return findProject()
                .orElseThrow(() ->
                        Problem.invalid(
                                "This client does not say which project it works in.",
                                "Let it start `parley mcp` in the project, or send the header"
                                        + " Parley-Project with its absolute path."));
    }

    /// Where its client works, as far as that is known.
    String place() {
        return findProject().map(Path::toString).orElse("");
    }

    /// Whose jobs it can see.
    String owner() {
        return call.caller().link().map(McpDoor::owner).orElse(McpDoor.USER);
    }

    /// The agent of ours that calls, if it is one.
    ///
    /// @throws Problem when its work is over
    Optional<ChainLink> findCaller(Chains chains) throws InterruptedException {
        var id = call.caller().link();
        var link = id.isPresent() ? chains.find(id.get()) : Optional.<ChainLink>empty();
        if (id.isPresent() && link.isEmpty()) {
            throw new Problem(
                    Problem.Kind.UNAUTHORIZED,
                    "Your own work is over, so nobody can work for you any more.",
                    "End here.");
        }
        return link;
    }

    static ObjectNode put(ObjectNode json, String name, @Nullable Object value) {
        return value == null ? json : json.put(name, value.toString());
    }
}
