package dev.parley.modelapi;

import dev.parley.base.problem.Problem;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Every API there is: those of the vendors Parley knows, and the user's own.
public final class ApiDirectory {
    private static final int USUAL_OUTPUT = 32_000;

    private static final Map<String, DeclaredApi> KNOWN = known();

    private static Map<String, DeclaredApi> known() {
        var known = new LinkedHashMap<String, DeclaredApi>();
        known.put("openai", vendor(ApiKind.OPENAI, "https://api.openai.com/v1", "OPENAI_API_KEY"));
        known.put(
                "anthropic",
                vendor(ApiKind.ANTHROPIC, "https://api.anthropic.com/v1", "ANTHROPIC_API_KEY"));
        known.put(
                "google",
                vendor(
                        ApiKind.GOOGLE,
                        "https://generativelanguage.googleapis.com/v1beta",
                        "GEMINI_API_KEY"));
        known.put("xai", vendor(ApiKind.OPENAI, "https://api.x.ai/v1", "XAI_API_KEY"));
        return known;
    }

    private static DeclaredApi vendor(ApiKind kind, String url, String keyVariable) {
        return new DeclaredApi(kind, url, keyVariable, List.of(), null);
    }

    private final Map<String, ModelEndpoint> endpoints = new LinkedHashMap<>();

    /// @param declared what `config.json` says of APIs, by name
    /// @param environment where keys are
    /// @param source the file, for what is wrong with it
    public ApiDirectory(
            Map<String, DeclaredApi> declared, Map<String, String> environment, String source) {
        KNOWN.forEach((id, vendor) ->
                endpoints.put(id, endpoint(id, declared.get(id), vendor, environment, source)));
        declared.forEach((id, own) ->
                endpoints.computeIfAbsent(id, _ -> endpoint(id, own, null, environment, source)));
    }

    public Optional<ModelEndpoint> find(@Nullable String id) {
        return Optional.ofNullable(id).map(endpoints::get);
    }

    /// The API whose list of models has this name.
    public Optional<ModelEndpoint> answering(String model) {
        return endpoints.values().stream()
                .filter(endpoint -> endpoint.models().contains(model))
                .findFirst();
    }

    public Collection<ModelEndpoint> all() {
        return List.copyOf(endpoints.values());
    }

    private static ModelEndpoint endpoint(
            String id,
            @Nullable DeclaredApi own,
            @Nullable DeclaredApi vendor,
            Map<String, String> environment,
            String source) {
        var said = own == null ? new DeclaredApi(null, null, null, List.of(), null) : own;
        var address = said.url() != null ? said.url() : vendor == null ? null : vendor.url();
        if (address == null) {
            throw Problem.brokenConfiguration(
                    source + ": the key \"apis." + id + ".url\" is missing.",
                    "Say where that API is, such as http://127.0.0.1:11434/v1.");
        }
        var kind = said.kind() != null ? said.kind() : vendor == null ? null : vendor.kind();
        var variable =
                said.keyVariable() != null
                        ? said.keyVariable()
                        : vendor == null ? null : vendor.keyVariable();
        var key =
                Optional.ofNullable(variable)
                        .map(name -> environment.getOrDefault(name, "").strip())
                        .filter(text -> !text.isEmpty());
        var longest = said.maxOutputTokens();
        if (longest != null && (longest < 1 || longest > 10_000_000)) {
            throw Problem.brokenConfiguration(
                    source + ": \"apis." + id + ".maxOutputTokens\" is " + longest + ".",
                    "Give a number from 1 to 10000000.");
        }
        return new ModelEndpoint(
                id,
                kind == null ? ApiKind.OPENAI : kind,
                url(id, address, key.isPresent(), source),
                variable,
                key,
                said.models(),
                longest == null ? USUAL_OUTPUT : longest);
    }

    /// A key must not travel in the clear to another machine.
    private static URI url(String id, String text, boolean hasKey, String source) {
        var name = "\"apis." + id + ".url\"";
        try {
            var url = new URI(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
            var scheme = String.valueOf(url.getScheme());
            if ((!scheme.equals("https") && !scheme.equals("http"))
                    || url.getHost() == null
                    || url.getRawUserInfo() != null
                    || url.getRawQuery() != null
                    || url.getRawFragment() != null) {
                throw new URISyntaxException(text, "no address of a server");
            }
            if (scheme.equals("http") && hasKey && !isThisMachine(url.getHost())) {
                throw Problem.brokenConfiguration(
                        source
                                + ": "
                                + name
                                + " would send the key unencrypted to "
                                + url.getHost()
                                + ".",
                        "Use https, or leave keyVariable out.");
            }
            return url;
        } catch (URISyntaxException _) {
            throw Problem.brokenConfiguration(
                    source + ": " + name + " is no address of a server: " + text,
                    "Write http:// or https://, a host and a path, and nothing else.");
        }
    }

    private static boolean isThisMachine(String host) {
        return host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
    }
}
