package dev.parley.work;

import dev.parley.api.ApiKey;
import dev.parley.api.Model;
import dev.parley.api.RepositoryModel;
import dev.parley.base.problem.Closest;
import dev.parley.base.problem.Problem;
import dev.parley.config.ModelRegistry;
import dev.parley.config.RegistryEditor;
import dev.parley.config.RegistryEditor.Existing;
import dev.parley.provider.ModelCatalog;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.Target;

import tools.jackson.databind.node.ObjectNode;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The names of models: those of the catalog, and the agents in repositories that `models.json`
/// declares. A key, where there is one, limits which agents it may know of.
public final class Models {
    private final ModelCatalog catalog;
    private final ModelRegistry registry;
    private final RegistryEditor editor;
    private final PlainAgents plain;

    /// Every name that is in force.
    ///
    /// @param agents by name, in the order of the file
    /// @param problem what is wrong with `models.json`; then its last good version is in force
    public record All(
            List<Model> catalog, Map<String, RepositoryModel> agents, Optional<Problem> problem) {}

    /// @param plain those that answer although nobody declared them
    public Models(
            ModelCatalog catalog,
            ModelRegistry registry,
            RegistryEditor editor,
            PlainAgents plain) {
        this.catalog = catalog;
        this.registry = registry;
        this.editor = editor;
        this.plain = plain;
    }

    public All all() {
        var state = registry.current();
        return new All(catalog.all(), state.models(), state.problem());
    }

    /// Every agent that answers: the declared ones, and the CLIs that are here.
    public Map<String, RepositoryModel> agents(Optional<ApiKey> key) {
        var agents = new LinkedHashMap<>(registry.current().models());
        plain.all().forEach(agents::putIfAbsent);
        agents.keySet().removeIf(name -> !mayUse(key, name));
        return agents;
    }

    /// When the agents were declared.
    public Instant agentsSince() {
        return registry.current().since();
    }

    /// The agent of that name, or the [Problem] that there is none.
    public RepositoryModel agent(Optional<ApiKey> key, String name) {
        var state = registry.current();
        var declared = Optional.ofNullable(state.models().get(name));
        return declared.or(() -> plain.find(name))
                .filter(_ -> mayUse(key, name))
                .orElseThrow(() ->
                        CallRefused.of(
                                CallRefused.Reason.UNKNOWN_MODEL,
                                "There is no model \"" + name + "\" here.",
                                hint(key, name, state)));
    }

    /// The directory in which it is about to work.
    public void prepare(RepositoryModel agent) {
        plain.prepare(agent);
    }

    /// Names that are not for the key are not mentioned.
    private String hint(Optional<ApiKey> key, String name, ModelRegistry.State state) {
        var names = agents(key).keySet().stream().toList();
        return state.problem()
                .map(problem -> "models.json is broken: " + problem.message())
                .orElseGet(() ->
                        Closest.question(
                                name,
                                names,
                                names.isEmpty()
                                        ? "No agent may be asked; docs/openai.md shows how to add one."
                                        : "Known models: " + String.join(", ", names) + "."));
    }

    private static boolean mayUse(Optional<ApiKey> key, String name) {
        return key.isEmpty() || key.get().mayUse(name);
    }

    /// The name of the model that the agent's CLI is given.
    public Optional<String> toldToCli(RepositoryModel agent, ProviderProfile profile) {
        return Optional.ofNullable(agent.model())
                .flatMap(name -> Target.told(catalog, profile, name));
    }

    /// Declares an agent under a name that is new.
    ///
    /// @return what was written into `models.json`
    public ObjectNode add(String name, RepositoryModel agent) {
        return editor.add(name, agent, Existing.KEEP);
    }

    /// Declares an agent, whether there is one of that name or not.
    public ObjectNode replace(String name, RepositoryModel agent) {
        return editor.add(name, agent, Existing.REPLACE);
    }

    public void remove(String name) {
        editor.remove(name);
    }
}
