package dev.parley.work.room;

import dev.parley.api.Agent;
import dev.parley.api.AgentInfo;
import dev.parley.api.ToolServer;
import dev.parley.base.json.StrictJson;
import dev.parley.base.problem.Closest;
import dev.parley.base.problem.Problem;
import dev.parley.store.RoomStore;
import dev.parley.tool.server.ToolServers;

import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// The agents there are: files that a user writes (`agents/name.json`, or a folder `agents/name`
/// with `agent.json` and, if its instructions are long, `instructions.md`), and records that were
/// made through a door. A file counts as it is now; one that is broken costs only itself.
/// Thread-safe.
public final class Agents {
    private static final int LONGEST_INSTRUCTIONS = 64 * 1024;
    private static final int LONGEST_AVATAR = 16;

    /// Also one of a project, or a group: whether it is there is seen where the agent works.
    private static final Pattern TOOL = Pattern.compile("[a-z][a-z0-9_-]{0,39}");

    private final Path folder;
    private final RoomStore store;
    private final Speakers speakers;

    /// What a file says; its name is that of the file.
    private record Declared(
            @Nullable String instructions,
            @Nullable String provider,
            @Nullable String model,
            @Nullable String avatar,
            @Nullable List<String> tools,
            @Nullable String effort,
            @Nullable String home,
            @Nullable Map<String, ToolServer> mcpServers) {
        Agent named(String name, @Nullable String more) {
            return new Agent(
                    name,
                    more == null ? String.valueOf(instructions == null ? "" : instructions) : more,
                    provider,
                    model,
                    avatar,
                    tools == null ? List.of() : tools,
                    effort,
                    home,
                    mcpServers == null ? Map.of() : mcpServers);
        }
    }

    /// What such a file looks like.
    public static Class<?> shape() {
        return Declared.class;
    }

    public Agents(Path folder, RoomStore store, Speakers speakers) {
        this.folder = folder;
        this.store = store;
        this.speakers = speakers;
    }

    public List<AgentInfo> list() throws InterruptedException {
        var all = new TreeMap<String, AgentInfo>();
        if (store.exists()) {
            store.agents()
                    .forEach(
                            agent -> all.put(agent.name(), new AgentInfo(agent, AgentInfo.RECORD)));
        }
        files().forEach((name, file) -> {
            try {
                all.put(name, new AgentInfo(read(name, file), file.toString()));
            } catch (Problem problem) {
                LoggerFactory.getLogger(Agents.class)
                        .warn("An agent is left out. {} {}", problem.message(), problem.remedy());
            }
        });
        return List.copyOf(all.values());
    }

    List<String> names() {
        try {
            return list().stream().map(info -> info.agent().name()).toList();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    public AgentInfo get(String name) throws InterruptedException {
        return find(name)
                .orElseThrow(() ->
                        Problem.notFound(
                                "There is no agent \"" + name + "\".",
                                Closest.question(
                                        name,
                                        names(),
                                        "`parley room agents` lists those there are.")));
    }

    Agent named(String name) throws InterruptedException {
        return get(name).agent();
    }

    private Optional<AgentInfo> find(String name) throws InterruptedException {
        var file = files().get(name);
        if (file != null) {
            return Optional.of(new AgentInfo(read(name, file), file.toString()));
        }
        return store.exists()
                ? store.agents().stream()
                        .filter(agent -> agent.name().equals(name))
                        .map(agent -> new AgentInfo(agent, AgentInfo.RECORD))
                        .findFirst()
                : Optional.empty();
    }

    private Map<String, Path> files() {
        var found = new TreeMap<String, Path>();
        if (!Files.isDirectory(folder)) {
            return found;
        }
        try (var entries = Files.newDirectoryStream(folder)) {
            for (var entry : entries) {
                var file = Files.isDirectory(entry) ? entry.resolve("agent.json") : entry;
                var name = entry.getFileName().toString().replaceFirst("\\.json$", "");
                if (file.toString().endsWith(".json") && Files.isRegularFile(file)) {
                    found.put(name, file);
                }
            }
        } catch (IOException e) {
            throw Problem.brokenConfiguration(
                            folder + " cannot be read: " + e.getMessage(),
                            "Look at its permissions.")
                    .causedBy(e);
        }
        return found;
    }

    private Agent read(String name, Path file) {
        var declared = StrictJson.read(file, Declared.class);
        var text = file.resolveSibling("instructions.md");
        try {
            var more =
                    file.endsWith("agent.json") && Files.isRegularFile(text)
                            ? Files.readString(text)
                            : null;
            return checked(declared.named(name, more));
        } catch (IOException e) {
            throw Problem.brokenConfiguration(
                            text + " cannot be read: " + e.getMessage(), "Write it anew.")
                    .causedBy(e);
        } catch (Problem problem) {
            throw Problem.brokenConfiguration(file + ": " + problem.message(), problem.remedy());
        }
    }

    private Agent checked(Agent agent) {
        Names.plain("an agent", agent.name());
        speakers.check(agent);
        if (agent.instructions().length() > LONGEST_INSTRUCTIONS) {
            throw Problem.invalid(
                    "The instructions of " + agent.name() + " are too long.",
                    "Use up to " + LONGEST_INSTRUCTIONS + " characters.");
        }
        if (agent.avatar() != null && agent.avatar().length() > LONGEST_AVATAR) {
            throw Problem.invalid("That is no avatar.", "Use a character or two.");
        }
        var home = agent.home();
        if (home != null && !home.equals(Agent.OWN_HOME) && !home.equals(Agent.USER_HOME)) {
            throw Problem.invalid("\"home\" is \"" + home + "\".", "It is own or user.");
        }
        for (var tool : agent.tools()) {
            if (!TOOL.matcher(tool).matches()) {
                throw Problem.invalid(
                        "\"" + tool + "\" is no name of a tool.",
                        "`parley tools` lists those there are.");
            }
        }
        agent.mcpServers().forEach(Agents::check);
        return agent;
    }

    private static void check(String name, ToolServer server) {
        if (!ToolServers.NAME.matcher(name).matches()) {
            throw Problem.invalid(
                    "\"" + name + "\" is no name for an MCP server.",
                    "Use up to 20 small letters, digits, - and _.");
        }
        var url = server.url();
        var isAddress = url != null && url.matches("https?://[^\\s/]+\\S*");
        if ((server.command() == null || server.command().isBlank()) == (url == null)
                || (url != null && !isAddress)) {
            throw Problem.invalid(
                    "It is not clear where the MCP server " + name + " is.",
                    "Give it a \"command\" (with \"args\") or a \"url\" that begins with http.");
        }
    }

    /// Makes an agent, or changes one that is no file.
    public AgentInfo put(Agent agent) throws InterruptedException {
        var file = files().get(checked(agent).name());
        if (file != null) {
            throw new Problem(
                    Problem.Kind.BUSY,
                    "The agent " + agent.name() + " is declared in " + file + ".",
                    "Edit that file, or choose another name.");
        }
        store.put(agent);
        return new AgentInfo(agent, AgentInfo.RECORD);
    }

    public void delete(String name) throws InterruptedException {
        var known = get(name);
        if (!known.source().equals(AgentInfo.RECORD)) {
            throw new Problem(
                    Problem.Kind.BUSY,
                    "The agent " + name + " is declared in " + known.source() + ".",
                    "Delete that file.");
        }
        var _ = store.deleteAgent(name);
    }
}
