package dev.parley.provider;

import dev.parley.base.json.Json;
import dev.parley.provider.ProviderProfile.History;
import dev.parley.provider.ProviderProfile.Home;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What a profile has about stored sessions: a home of the CLI, or of another edition, and how they
/// lie in it.
record HistoryHome(String provider, Home home, History history) {
    static List<HistoryHome> of(ProviderProfile profile) {
        var homes = new ArrayList<HistoryHome>();
        if (profile.history() != null) {
            homes.add(new HistoryHome(profile.id(), profile.home(), profile.history()));
        }
        for (var edition : profile.editions()) {
            if (edition.history() != null) {
                var home = edition.home() == null ? profile.home() : edition.home();
                homes.add(new HistoryHome(profile.id(), home, edition.history()));
            }
        }
        return homes;
    }

    /// The same from the text of a profile that ships, without the rest of it: making records of
    /// all profiles takes half as long as the start of a JVM.
    static List<HistoryHome> of(String text, Formats formats) {
        var profile = Json.parse(text).orElseThrow();
        var homes = new ArrayList<HistoryHome>();
        add(profile, profile, formats, homes);
        profile.path("editions").forEach(edition -> add(profile, edition, formats, homes));
        return homes;
    }

    private static void add(
            JsonNode profile, JsonNode part, Formats formats, List<HistoryHome> homes) {
        var history = part.path("history");
        if (history.isObject()) {
            var home = part.path("home").isObject() ? part : profile;
            homes.add(
                    new HistoryHome(
                            profile.path("id").asString(),
                            home(home.path("home")),
                            new History(
                                    formats.find(
                                                    StoredFormat.class,
                                                    history.path("format").asString())
                                            .orElseThrow(),
                                    history.path("files").values().stream()
                                            .map(JsonNode::asString)
                                            .toList(),
                                    history.path("env").asString(null))));
        }
    }

    /// Only a process that is started is put elsewhere.
    private static Home home(JsonNode home) {
        return new Home(
                home.path("env").asString(null),
                home.path("below").asString(null),
                home.path("path").asString(),
                Map.of());
    }
}
