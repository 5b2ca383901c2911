package dev.parley.work.room;

import dev.parley.api.Agent;
import dev.parley.api.RoomLimits;
import dev.parley.api.RoomMode;
import dev.parley.api.RoomTemplate;
import dev.parley.base.json.StrictJson;
import dev.parley.base.problem.Closest;
import dev.parley.base.problem.Problem;
import dev.parley.base.resource.Resources;

import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Ready-made rooms: those that ship, and the user's own in `rooms/name.json`, which win. Each is a
/// file that one can read. Thread-safe.
public final class Templates {
    private static final List<String> SHIPPED = List.of("code-review", "design-debate", "planning");

    private record Declared(
            String title,
            @Nullable String topic,
            @Nullable RoomMode mode,
            List<Agent> agents,
            RoomLimits.@Nullable Change limits) {}

    private final Path folder;

    /// What such a file looks like.
    public static Class<?> shape() {
        return Declared.class;
    }

    public Templates(Path folder) {
        this.folder = folder;
    }

    public List<RoomTemplate> list() {
        var all = new TreeMap<String, RoomTemplate>();
        SHIPPED.forEach(name -> all.put(name, shipped(name)));
        files().forEach((name, file) -> {
            try {
                all.put(name, read(name, file));
            } catch (Problem problem) {
                LoggerFactory.getLogger(Templates.class)
                        .warn("A ready-made room is left out. {}", problem.message());
            }
        });
        return List.copyOf(all.values());
    }

    public RoomTemplate get(String name) {
        var file = files().get(name);
        if (file != null) {
            return read(name, file);
        }
        if (SHIPPED.contains(name)) {
            return shipped(name);
        }
        var names = list().stream().map(RoomTemplate::name).toList();
        throw Problem.notFound(
                "There is no ready-made room \"" + name + "\".",
                Closest.question(name, names, "Known are " + String.join(", ", names) + "."));
    }

    /// The file itself, to be read, and copied to be changed.
    public String text(String name) {
        var file = files().get(name);
        if (file == null) {
            return Resources.text(Templates.class, get(name).name() + ".json");
        }
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw Problem.brokenConfiguration(
                            file + " cannot be read: " + e.getMessage(), "Look at its permissions.")
                    .causedBy(e);
        }
    }

    private static RoomTemplate shipped(String name) {
        var text = Resources.text(Templates.class, name + ".json");
        return made(name, StrictJson.read(text, name + ".json", Declared.class), "Parley");
    }

    private static RoomTemplate read(String name, Path file) {
        return made(name, StrictJson.read(file, Declared.class), file.toString());
    }

    private static RoomTemplate made(String name, Declared declared, String source) {
        declared.agents().forEach(agent -> Names.plain("an agent", agent.name()));
        return new RoomTemplate(
                name,
                declared.title(),
                declared.topic(),
                declared.mode() == null ? RoomMode.FREE : declared.mode(),
                declared.agents(),
                declared.limits(),
                source);
    }

    private Map<String, Path> files() {
        var found = new TreeMap<String, Path>();
        if (Files.isDirectory(folder)) {
            try (var entries = Files.newDirectoryStream(folder, "*.json")) {
                entries.forEach(file ->
                        found.put(
                                file.getFileName().toString().replaceFirst("\\.json$", ""), file));
            } catch (IOException e) {
                throw Problem.brokenConfiguration(
                                folder + " cannot be read: " + e.getMessage(),
                                "Look at its permissions.")
                        .causedBy(e);
            }
        }
        return found;
    }
}
