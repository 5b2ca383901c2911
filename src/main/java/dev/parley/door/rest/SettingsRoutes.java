package dev.parley.door.rest;

import dev.parley.api.ProviderSetting;
import dev.parley.api.RepositoryModel;
import dev.parley.base.json.Json;
import dev.parley.door.http.Request;
import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;
import dev.parley.door.json.Messages;
import dev.parley.door.json.SettingsJson;
import dev.parley.work.page.Rules;
import dev.parley.work.page.Settings;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Optional;

/// `/api/settings`, `/api/rules`, `/api/doctor`: what a user can set.
public final class SettingsRoutes {
    private static final String BODY = "The body";

    private final Settings settings;
    private final Rules rules;
    private final int port;

    public SettingsRoutes(Settings settings, Rules rules, int port) {
        this.settings = settings;
        this.rules = rules;
        this.port = port;
    }

    private record NewKey(
            @Nullable String name,
            @Nullable List<String> models,
            @Nullable Integer maxConcurrent,
            @Nullable Integer perMinute) {}

    private record Lines(@Nullable List<String> rules) {}

    private record Trial(@Nullable String rule, @Nullable String approvalId) {}

    public void register(Routes routes) {
        routes.get("/api/settings", _ -> all());
        routes.post("/api/settings/providers/{id}", this::provider);
        routes.post("/api/settings/models/{id}", this::model);
        routes.delete("/api/settings/models/{id}", this::removeModel);
        routes.post("/api/settings/models/{id}/test", this::tryModel);
        routes.post("/api/settings/keys", this::addKey);
        routes.delete("/api/settings/keys/{id}", this::removeKey);
        routes.get("/api/settings/roles/{id}", this::role);
        routes.get("/api/rules", _ -> rules());
        routes.post("/api/rules", this::writeRules);
        routes.post("/api/rules/test", this::tryRule);
        routes.get("/api/doctor", _ -> Response.json(settings.doctor()));
    }

    private Response all() throws InterruptedException {
        return Response.json(SettingsJson.of(settings, rules, port));
    }

    private Response provider(Request request) throws InterruptedException {
        var wanted = body(request, ProviderSetting.class);
        return Response.json(SettingsJson.of(settings.set(id(request), wanted)));
    }

    private Response model(Request request) throws InterruptedException {
        settings.model(id(request), body(request, RepositoryModel.class));
        return all();
    }

    private Response removeModel(Request request) throws InterruptedException {
        settings.removeModel(id(request));
        return all();
    }

    /// May take as long as the agent takes to answer.
    private Response tryModel(Request request) {
        return new Response.Awaited(
                () -> Response.json(SettingsJson.of(settings.tryModel(id(request)))));
    }

    private Response addKey(Request request) {
        var wanted = body(request, NewKey.class);
        var made =
                settings.addKey(
                        Messages.required(wanted.name(), "name", BODY),
                        wanted.models() == null ? List.of() : wanted.models(),
                        Optional.ofNullable(wanted.maxConcurrent()),
                        Optional.ofNullable(wanted.perMinute()));
        return Response.json(201, SettingsJson.of(made));
    }

    private Response removeKey(Request request) throws InterruptedException {
        settings.removeKey(id(request));
        return all();
    }

    private Response role(Request request) {
        var project = request.query().getOrDefault("project", "");
        return Response.json(
                Json.object()
                        .put("name", id(request))
                        .put("text", settings.role(project, id(request))));
    }

    private Response rules() {
        var json = Json.object().put("file", rules.file().toString());
        return Response.json(json.set("rules", Json.tree(rules.all())));
    }

    private Response writeRules(Request request) {
        rules.write(Messages.required(body(request, Lines.class).rules(), "rules", BODY));
        return rules();
    }

    /// A rule, or one that is made for a question that waits.
    private Response tryRule(Request request) throws InterruptedException {
        var wanted = body(request, Trial.class);
        var rule =
                wanted.approvalId() == null
                        ? Messages.required(wanted.rule(), "rule", BODY)
                        : rules.suggestion(wanted.approvalId());
        return Response.json(SettingsJson.of(rules.tried(rule)));
    }

    private static String id(Request request) {
        return request.parameters().getOrDefault("id", "");
    }

    private static <T> T body(Request request, Class<T> shape) {
        return Messages.read(Messages.object(request.body(), BODY), BODY, shape);
    }
}
