package dev.parley.work.page;

import dev.parley.api.ApiKey;
import dev.parley.api.ProviderSetting;
import dev.parley.api.RepositoryModel;
import dev.parley.base.disk.Directories;
import dev.parley.base.problem.Problem;
import dev.parley.config.Config;
import dev.parley.config.ConfigFile;
import dev.parley.provider.ChosenHomes;
import dev.parley.provider.Providers;
import dev.parley.work.Models;
import dev.parley.work.access.ApiKeys;
import dev.parley.work.agent.Roles;
import dev.parley.work.check.Doctor;
import dev.parley.work.check.ProviderSmokeTest;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What a user can set, and what is found: each part is read and written by itself, and what else
/// is in a file stays.
public final class Settings {
    private static final Config.ProviderSettings USUAL =
            new Config.ProviderSettings(null, null, null);

    /// A provider as it is found and as it is set.
    ///
    /// @param command how its CLI is started, if not by its usual name
    /// @param home where its CLI shall keep its state from the next start of Parley on, if not in
    ///   the usual directory
    public record ProviderEntry(
            Doctor.ProviderReport found,
            boolean isEnabled,
            Optional<String> command,
            Optional<String> home) {}

    private final ConfigFile file;
    private final Directories directories;
    private final Providers providers;
    private final Doctor doctor;
    private final Models models;
    private final ApiKeys keys;
    private final Roles roles;
    private final ProviderSmokeTest trial;
    private final ChosenHomes homes;

    public Settings(
            ConfigFile file,
            Directories directories,
            Providers providers,
            Doctor doctor,
            Models models,
            ApiKeys keys,
            Roles roles,
            ProviderSmokeTest trial,
            ChosenHomes homes) {
        this.homes = homes;
        this.file = file;
        this.directories = directories;
        this.providers = providers;
        this.doctor = doctor;
        this.models = models;
        this.keys = keys;
        this.roles = roles;
        this.trial = trial;
    }

    public Path configFile() {
        return file.path();
    }

    public Path modelsFile() {
        return directories.registryFile();
    }

    public List<ProviderEntry> providers() throws InterruptedException {
        var chosen = file.current().providers();
        return doctor.providerReports().stream()
                .map(found -> entry(found, chosen.getOrDefault(found.id(), USUAL)))
                .toList();
    }

    private static ProviderEntry entry(
            Doctor.ProviderReport found, Config.ProviderSettings chosen) {
        return new ProviderEntry(
                found,
                chosen.isEnabled(),
                Optional.ofNullable(chosen.command()),
                Optional.ofNullable(chosen.home()));
    }

    public ProviderEntry set(String provider, ProviderSetting wanted) throws InterruptedException {
        var profile = providers.named(provider);
        var id = profile.id();
        if (wanted.home() != null && !wanted.home().isBlank()) {
            homes.check(profile, wanted.home().strip());
        }
        file.provider(id, wanted.isEnabled(), wanted.command(), wanted.home());
        return providers().stream()
                .filter(one -> one.found().id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    public Doctor.Report doctor() throws InterruptedException {
        return doctor.run();
    }

    public Models.All models() {
        return models.all();
    }

    public void model(String name, RepositoryModel model) {
        models.replace(name, model);
    }

    public void removeModel(String name) {
        models.remove(name);
    }

    /// Has the agent of a model answer one question, with as few permissions as its CLI has.
    public ProviderSmokeTest.Result tryModel(String name) throws InterruptedException {
        var agent = models.agent(Optional.empty(), name);
        models.prepare(agent);
        return trial.ask(agent.driver(), agent.model(), Path.of(agent.repoPath()));
    }

    public List<ApiKey> keys() {
        return keys.all();
    }

    public ApiKeys.Made addKey(
            String name,
            List<String> allowed,
            Optional<Integer> maxConcurrent,
            Optional<Integer> perMinute) {
        return keys.add(name, allowed, maxConcurrent, perMinute);
    }

    public void removeKey(String name) {
        keys.remove(name);
    }

    /// The names of roles, those of a project among them if one is named.
    public List<String> roles(String project) {
        return roles.names(directory(project));
    }

    public String role(String project, String name) {
        return roles.text(directory(project), name);
    }

    private static Path directory(String text) {
        try {
            return Path.of(text.isEmpty() ? "/nonexistent" : text);
        } catch (InvalidPathException _) {
            throw Problem.invalid("That is no path.", "Give the absolute path of a project.");
        }
    }
}
