package dev.parley.provider;

import dev.parley.api.Permission;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How a CLI is called for one turn: the arguments behind its executable, what goes to standard
/// input, and the variables this turn adds to its environment. Built from the profile's templates;
/// knows no provider by name.
public record Invocation(List<String> arguments, String input, Map<String, String> environment) {
    /// Linux takes no single argument beyond 128 KiB.
    private static final int LONGEST_ARGUMENT = 128 * 1024 - 1;

    /// Ids go into argument lists and queries: letters and digits of any script would do no harm, a
    /// leading dash would.
    private static final Pattern SESSION_ID = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._:-]{0,199}");

    private static final Pattern PLACE = Pattern.compile("\\{([a-z]+(?::file)?)(:json)?}");

    public Invocation {
        arguments = List.copyOf(arguments);
        environment = Map.copyOf(environment);
    }

    public static Invocation of(ProviderProfile profile, TurnRequest request) {
        var oneShot = oneShot(profile);
        var mode = mode(profile, oneShot, request.permission());
        var prompt = promptFor(oneShot, request);
        var options = options(profile, oneShot, request, mode);
        var template = request.session().isPresent() ? resume(profile, oneShot) : oneShot.start();
        var values = new LinkedHashMap<String, String>();
        values.put("cwd", request.cwd().toString());
        values.put("prompt", prompt);
        request.session().ifPresent(session -> values.put("session", checked(session)));
        var arguments = new ArrayList<String>();
        for (var part : template) {
            if (part.equals("{options}")) {
                arguments.addAll(options);
            } else {
                arguments.add(fill(part, values));
            }
        }
        var promptIsArgument = template.stream().anyMatch(part -> part.contains("{prompt}"));
        if (promptIsArgument && isTooLong(prompt)) {
            throw Problem.invalid(
                    profile.name()
                            + " takes its prompt as an argument, and this one is longer than 128 KiB.",
                    "Put the long part into a file and name the file in the prompt.");
        }
        arguments.forEach(argument -> checkArgument(profile, argument));
        return new Invocation(arguments, promptIsArgument ? "" : prompt, mode.environment());
    }

    static void checkArgument(ProviderProfile profile, String argument) {
        if (isTooLong(argument)) {
            throw Problem.invalid(
                    profile.name()
                            + " takes its options as arguments, and one of these is longer than 128 KiB.",
                    "Put the long part into a file and name the file in the prompt.");
        }
        if (argument.indexOf('\0') >= 0) {
            throw Problem.invalid(
                    profile.name() + " cannot be told a text with a NUL character in it.",
                    "Remove that character.");
        }
    }

    private static boolean isTooLong(String argument) {
        return argument.getBytes(StandardCharsets.UTF_8).length > LONGEST_ARGUMENT;
    }

    /// The profile's one-shot part, or the sentence that says that there is none.
    public static ProviderProfile.OneShot oneShot(ProviderProfile profile) {
        return profile.findOneShot()
                .orElseThrow(() ->
                        Problem.invalid(
                                profile.name() + " cannot run a single turn.",
                                "Add \"oneShot\" to its profile, or choose another provider."));
    }

    /// Checks an id that comes from outside.
    public static String checked(String session) {
        if (!SESSION_ID.matcher(session).matches()) {
            throw Problem.invalid(
                    "\"" + session + "\" is no session id.",
                    "Use the sessionId that `parley run --json` printed.");
        }
        return session;
    }

    /// Puts values into the places of a template; `{name:json}` puts them as a quoted JSON (and
    /// TOML) string. What looks like a place inside a value stays as it is.
    public static String fill(String template, Map<String, String> values) {
        return PLACE.matcher(template)
                .replaceAll(place -> {
                    var value = values.get(place.group(1));
                    if (value == null) {
                        return Matcher.quoteReplacement(place.group());
                    }
                    return Matcher.quoteReplacement(place.group(2) == null ? value : quoted(value));
                });
    }

    /// JSON may leave a delete character as it is, TOML may not.
    private static String quoted(String value) {
        return Json.write(value).replace("\u007f", "\\u007f");
    }

    private static ProviderProfile.Mode mode(
            ProviderProfile profile, ProviderProfile.OneShot oneShot, Permission permission) {
        var mode = oneShot.permissions().get(permission);
        if (mode == null) {
            var known =
                    oneShot.permissions().keySet().stream()
                            .sorted()
                            .map(Permission::wireName)
                            .toList();
            throw Problem.invalid(
                    profile.name()
                            + " has no permission mode \""
                            + permission.wireName()
                            + "\" for a single turn.",
                    "Use --permission " + String.join(" or ", known) + ".");
        }
        return mode;
    }

    private static List<String> resume(ProviderProfile profile, ProviderProfile.OneShot oneShot) {
        if (oneShot.resume().isEmpty()) {
            throw Problem.invalid(
                    profile.name() + " cannot resume a session in a single turn.",
                    "Start a new one.");
        }
        return oneShot.resume();
    }

    /// A CLI that takes no system prompt now gets that text above the prompt.
    private static String promptFor(ProviderProfile.OneShot oneShot, TurnRequest request) {
        return oneShot.options().systemFor(request).isEmpty()
                ? request.system()
                        .map(text -> text + "\n\n" + request.prompt())
                        .orElse(request.prompt())
                : request.prompt();
    }

    private static List<String> options(
            ProviderProfile profile,
            ProviderProfile.OneShot oneShot,
            TurnRequest request,
            ProviderProfile.Mode mode) {
        var arguments = new ArrayList<>(mode.arguments());
        var templates = oneShot.options();
        request.model()
                .ifPresent(model ->
                        arguments.addAll(option(profile, "model", templates.model(), model)));
        request.effort()
                .ifPresent(effort ->
                        arguments.addAll(option(profile, "effort", templates.effort(), effort)));
        for (var directory : request.directories()) {
            arguments.addAll(
                    option(profile, "directory", templates.directory(), directory.toString()));
        }
        var system = templates.systemFor(request);
        if (!system.isEmpty()) {
            request.system()
                    .ifPresent(text -> arguments.addAll(option(profile, "system", system, text)));
        }
        var attachments = request.attachments();
        attachments
                .schema()
                .ifPresent(schema -> {
                    var file = attachments.schemaFile().toString();
                    var values = Map.of("schema", schema, "schema:file", file);
                    arguments.addAll(option(profile, "schema", templates.schema(), values));
                });
        for (var image : attachments.imageFiles()) {
            arguments.addAll(option(profile, "image", templates.image(), image.toString()));
        }
        return arguments;
    }

    private static List<String> option(
            ProviderProfile profile, String name, List<String> template, String value) {
        return option(profile, name, template, Map.of(name, value));
    }

    private static List<String> option(
            ProviderProfile profile,
            String name,
            List<String> template,
            Map<String, String> values) {
        if (template.isEmpty()) {
            throw Problem.invalid(
                    profile.name() + " has no way to take a " + name + ".",
                    "Leave that option out.");
        }
        return template.stream().map(part -> fill(part, values)).toList();
    }
}
