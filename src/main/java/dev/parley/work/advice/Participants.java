package dev.parley.work.advice;

import dev.parley.api.Model;
import dev.parley.base.problem.Closest;
import dev.parley.modelapi.ApiDirectory;
import dev.parley.modelapi.ModelEndpoint;
import dev.parley.provider.Installations;
import dev.parley.provider.ModelCatalog;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.Providers;
import dev.parley.work.advice.ModelUnavailable.Reason;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Finds who answers to the name of a model, for advice and for work. Thread-safe.
public final class Participants {
    private static final int MOST_NAMED = 8;

    private final ModelCatalog catalog;
    private final Providers providers;
    private final Installations installations;
    private final ApiDirectory apis;

    public Participants(
            ModelCatalog catalog,
            Providers providers,
            Installations installations,
            ApiDirectory apis) {
        this.catalog = catalog;
        this.providers = providers;
        this.installations = installations;
        this.apis = apis;
    }

    /// For advice: the API where there is a key, else the CLI.
    public Participant adviser(String name) {
        var listed = apis.answering(name);
        if (listed.isPresent() && listed.get().isUsable()) {
            return new Participant.Api(name, listed.get());
        }
        var model = model(name, listed);
        var api = apis.find(model.api()).filter(ModelEndpoint::isUsable);
        if (api.isPresent()) {
            return new Participant.Api(model.name(), api.get());
        }
        var cli = model.findProvider().map(providers::named).filter(installations::isThere);
        if (cli.isPresent()) {
            return new Participant.Cli(model.name(), cli.get(), model.toldToCli());
        }
        throw noneFor(model, listed.or(() -> apis.find(model.api())), advisers());
    }

    /// For work: the CLI that runs the model.
    public Participant.Cli worker(String name) {
        var model = model(name, apis.answering(name));
        var profile = model.findProvider().map(providers::named);
        if (profile.isEmpty()) {
            throw new ModelUnavailable(
                    Reason.NO_CLI_AVAILABLE,
                    "No CLI runs " + model.name() + ": it is answered by a model API only.",
                    suggestions(name, workers()));
        }
        if (!installations.isThere(profile.get())) {
            throw noneFor(model, Optional.empty(), workers());
        }
        return new Participant.Cli(model.name(), profile.get(), model.toldToCli());
    }

    private Model model(String name, Optional<ModelEndpoint> listed) {
        var known = catalog.find(name);
        if (known.isPresent()) {
            return known.get();
        }
        if (listed.isPresent()) {
            return new Model(name, null, listed.get().id(), null, List.of(), false);
        }
        if (name.indexOf('/') > 0) {
            return catalog.named(name);
        }
        throw new ModelUnavailable(
                Reason.MODEL_NOT_FOUND,
                "There is no model \"" + name + "\".",
                suggestions(name, everybody()));
    }

    private ModelUnavailable noneFor(
            Model model, Optional<ModelEndpoint> api, List<String> others) {
        var cli =
                model.findProvider()
                        .map(providers::named)
                        .map(it -> it.name() + " is not installed (" + it.install() + ")");
        var key = api.map(it -> "the API " + it.id() + " has no key (" + it.keyVariable() + ")");
        var why = Stream.concat(cli.stream(), key.stream()).toList();
        return new ModelUnavailable(
                Reason.NO_CLI_AVAILABLE,
                "Nobody here can answer as "
                        + model.name()
                        + (why.isEmpty() ? "." : ": " + String.join(", and ", why) + "."),
                suggestions(model.name(), others));
    }

    private static String suggestions(String name, List<String> names) {
        return names.isEmpty()
                ? "Install a CLI, or set a key: docs/agents.md."
                : Closest.question(
                        name,
                        names,
                        "Available are "
                                + String.join(", ", names.stream().limit(MOST_NAMED).toList())
                                + (names.size() > MOST_NAMED ? ", …" : "."));
    }

    private List<String> everybody() {
        var names = new LinkedHashSet<>(advisers());
        catalog.all()
                .forEach(model -> {
                    names.add(model.name());
                    names.addAll(model.aliases());
                });
        return List.copyOf(names);
    }

    /// The models that can be asked for advice here and now.
    public List<String> advisers() {
        return Stream.concat(
                        apis.all().stream()
                                .filter(ModelEndpoint::isUsable)
                                .flatMap(api -> api.models().stream()),
                        catalog.all().stream()
                                .filter(model ->
                                        !model.deprecated()
                                                && (isInstalled(model)
                                                        || apis.find(model.api())
                                                                .filter(ModelEndpoint::isUsable)
                                                                .isPresent()))
                                .map(Model::name))
                .distinct()
                .toList();
    }

    /// The models that can work here and now.
    public List<String> workers() {
        return catalog.all().stream()
                .filter(model -> !model.deprecated() && isInstalled(model))
                .map(Model::name)
                .toList();
    }

    private boolean isInstalled(Model model) {
        return model.findProvider()
                .flatMap(providers::find)
                .filter(installations::isThere)
                .map(ProviderProfile::id)
                .isPresent();
    }
}
