package dev.parley.provider;

import dev.parley.api.Model;
import dev.parley.base.json.StrictJson;
import dev.parley.base.problem.Closest;
import dev.parley.base.problem.Problem;
import dev.parley.base.resource.Resources;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Every model name Parley knows: those it ships (`catalog.json`) and the user's own, which win.
public final class ModelCatalog {
    private final Supplier<List<Model>> declared;
    private final Supplier<List<String>> providers;

    /// @param vendorModels the provider that reaches many vendors, so that `vendor/model` is its
    private record CatalogFile(String vendorModels, List<Model> models) {}

    /// Read when a name is first looked up; the start of the server needs none.
    private static final class Shipped {
        private static final CatalogFile CATALOG =
                StrictJson.read(
                        Resources.text(ModelCatalog.class, "catalog.json"),
                        "catalog.json",
                        CatalogFile.class);
    }

    public ModelCatalog(List<Model> own) {
        this(own, List.of());
    }

    /// @param providers those of the user's own: one that no model names is a model under its id
    public ModelCatalog(List<Model> own, List<String> providers) {
        this(() -> own, () -> providers);
    }

    /// @param own as they are now
    /// @param providers as they are now
    public ModelCatalog(Supplier<List<Model>> own, Supplier<List<String>> providers) {
        declared = own;
        this.providers = providers;
    }

    public List<Model> all() {
        var own = declared.get();
        var nameless =
                providers.get().stream()
                        .filter(id -> own.stream().noneMatch(mine -> id.equals(mine.provider())))
                        .map(id -> new Model(id, id, null, "", List.of(), false));
        var shipped =
                Shipped.CATALOG.models().stream()
                        .filter(model ->
                                own.stream().noneMatch(mine -> mine.answersTo(model.name())));
        return Stream.of(own.stream(), shipped, nameless).flatMap(all -> all).toList();
    }

    public Optional<Model> find(String name) {
        return all().stream().filter(model -> model.answersTo(name)).findFirst();
    }

    /// The model of that name, or a [Problem] with the closest names. `vendor/model` names belong
    /// to the one provider that reaches many vendors.
    public Model named(String name) {
        return find(name)
                .or(() -> vendorModel(name))
                .orElseThrow(() ->
                        Problem.notFound(
                                "There is no model \"" + name + "\".",
                                Closest.question(
                                        name, names(), "`parley models` lists all of them.")));
    }

    /// Like [#named], for those who need a CLI to run it.
    public Model runnable(String name) {
        var model = named(name);
        if (model.provider() == null) {
            throw Problem.invalid(
                    "No CLI runs " + model.name() + ": it is answered by a model API only.",
                    "Choose a model that `parley models` lists with a provider.");
        }
        return model;
    }

    /// Checks that the provider of each of the user's models exists; one may be mistyped.
    public void validate(Collection<String> providers, String source) {
        for (var model : declared.get()) {
            model.findProvider()
                    .filter(provider -> !providers.contains(provider))
                    .ifPresent(provider -> {
                        throw Problem.brokenConfiguration(
                                "%s: model \"%s\" names the provider \"%s\", which does not exist."
                                        .formatted(source, model.name(), provider),
                                Closest.question(
                                        provider,
                                        providers,
                                        "Known providers: " + String.join(", ", providers) + "."));
                    });
        }
    }

    private static Optional<Model> vendorModel(String name) {
        var slash = name.indexOf('/');
        return slash > 0 && slash < name.length() - 1
                ? Optional.of(
                        new Model(
                                name, Shipped.CATALOG.vendorModels(), null, null, List.of(), false))
                : Optional.empty();
    }

    private List<String> names() {
        return all().stream()
                .flatMap(model -> Stream.concat(Stream.of(model.name()), model.aliases().stream()))
                .toList();
    }
}
