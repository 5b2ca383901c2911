package dev.parley.provider.demo;

import dev.parley.base.problem.Closest;
import dev.parley.base.problem.Problem;
import dev.parley.event.Permission;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/// The demo agent's command line.
sealed interface DemoArguments {
    /// The models differ in name only.
    List<String> MODELS = List.of("demo-1", "demo-2");

    record Version() implements DemoArguments {}

    record Acp() implements DemoArguments {}

    record OneShot(
            Optional<String> resume, String model, Permission permission, Optional<String> system)
            implements DemoArguments {}

    /// @throws Problem that says what is wrong with them
    static DemoArguments parse(List<String> arguments) {
        var rest = arguments.iterator();
        return switch (rest.hasNext() ? rest.next() : "") {
            case "--version" -> new Version();
            case "--acp" -> new Acp();
            case "--one-shot" -> oneShot(rest);
            case String other ->
                    throw Problem.invalid(
                            other.isEmpty()
                                    ? "The demo agent needs to be told how to speak."
                                    : "The demo agent knows no mode \"" + other + "\".",
                            "Use --acp, --one-shot or --version.");
        };
    }

    private static OneShot oneShot(Iterator<String> rest) {
        var shot =
                new OneShot(Optional.empty(), MODELS.getFirst(), Permission.ASK, Optional.empty());
        while (rest.hasNext()) {
            var option = rest.next();
            shot =
                    switch (option) {
                        case "--resume" ->
                                new OneShot(
                                        Optional.of(value(option, rest)),
                                        shot.model,
                                        shot.permission,
                                        shot.system);
                        case "--model" ->
                                new OneShot(
                                        shot.resume,
                                        model(value(option, rest)),
                                        shot.permission,
                                        shot.system);
                        case "--permission" ->
                                new OneShot(
                                        shot.resume,
                                        shot.model,
                                        permission(value(option, rest)),
                                        shot.system);
                        case "--system" ->
                                new OneShot(
                                        shot.resume,
                                        shot.model,
                                        shot.permission,
                                        Optional.of(value(option, rest)));
                        default ->
                                throw Problem.invalid(
                                        "The demo agent knows no option \"" + option + "\".",
                                        "Use --resume, --model, --permission or --system.");
                    };
        }
        return shot;
    }

    static String model(String name) {
        if (!MODELS.contains(name)) {
            throw unknown("model", name, MODELS);
        }
        return name;
    }

    static Permission permission(String name) {
        return Arrays.stream(Permission.values())
                .filter(permission -> permission.wireName().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        unknown(
                                "permission mode",
                                name,
                                Arrays.stream(Permission.values())
                                        .map(Permission::wireName)
                                        .toList()));
    }

    private static Problem unknown(String what, String name, List<String> known) {
        return Problem.invalid(
                "The demo agent has no " + what + " \"" + name + "\".",
                Closest.question(name, known, "Use one of " + String.join(", ", known) + "."));
    }

    private static String value(String option, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw Problem.invalid(option + " needs a value.", "Put one behind it.");
        }
        return rest.next();
    }
}
