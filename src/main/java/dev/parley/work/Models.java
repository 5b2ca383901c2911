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

    /// Every name that is in force.
    ///
    /// @param agents by name, in the order of the file
    /// @param problem what is wrong with `models.json`; then its last good version is in force
    public record All(
            List<Model> catalog, Map<String, RepositoryModel> agents, Optional<Problem> problem) {}

    public Models(ModelCatalog catalog, ModelRegistry registry, RegistryEditor editor) {
        this.catalog = catalog;
        this.registry = registry;
        this.editor = editor;
    }

    public All all() {
        var state = registry.current();
        return new All(catalog.all(), state.models(), state.problem());
    }

    public Map<String, RepositoryModel> agents(Optional<ApiKey> key) {
        var agents = new LinkedHashMap<>(registry.current().models());
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
        var found = state.models().get(name);
        if (found == null || !mayUse(key, name)) {
            throw CallRefused.of(
                    CallRefused.Reason.UNKNOWN_MODEL,
                    "Unknown model",
                    "There is no \"" + name + "\" in models.json. " + hint(key, name, state));
        }
        return found;
    }

    /// Names that are not for the key are not mentioned.
    private static String hint(Optional<ApiKey> key, String name, ModelRegistry.State state) {
        var names = state.models().keySet().stream().filter(it -> mayUse(key, it)).toList();
        return state.problem()
                .map(problem -> "The file is broken: " + problem.message())
                .orElseGet(() ->
                        Closest.question(
                                name,
                                names,
                                names.isEmpty()
                                        ? "It has no models yet; docs/openai.md shows how to add one."
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
