package dev.parley.sessionfile;

import dev.parley.sessionfile.scan.Values;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// What a CLI keeps about its sessions beside their files.
///
/// @param titles the names of sessions, by native id
/// @param projects the paths of projects, by the slug, hash or id the CLI files them under
/// @param paths further project paths it has seen
public record SessionNames(
        Map<String, String> titles, Map<String, String> projects, Set<String> paths) {
    private static final int LONGEST_TITLE = 200;

    public static final SessionNames EMPTY = new SessionNames(Map.of(), Map.of(), Set.of());

    public SessionNames {
        titles = checked(titles, Values::isName, SessionNames::titled);
        projects = checked(projects, Values::isName, path -> Values.isPath(path) ? path : "");
        paths = paths.stream().filter(Values::isPath).collect(Collectors.toUnmodifiableSet());
    }

    /// What cannot be true is left out, as in the sessions themselves.
    private static Map<String, String> checked(
            Map<String, String> told, Predicate<String> isKey, UnaryOperator<String> value) {
        var checked = HashMap.<String, String>newHashMap(told.size());
        told.forEach((key, text) -> {
            var usable = value.apply(text);
            if (isKey.test(key) && !usable.isBlank()) {
                checked.put(key, usable);
            }
        });
        return Map.copyOf(checked);
    }

    private static String titled(String text) {
        return Values.beginning(text.strip().lines().findFirst().orElse(""), LONGEST_TITLE);
    }

    public static SessionNames ofProjects(Map<String, String> projects) {
        return new SessionNames(Map.of(), projects, new HashSet<>(projects.values()));
    }

    public static SessionNames ofTitles(Map<String, String> titles) {
        return new SessionNames(titles, Map.of(), Set.of());
    }

    /// Both; where they disagree, the other one is right.
    public SessionNames and(SessionNames other) {
        return new SessionNames(
                joined(titles, other.titles),
                joined(projects, other.projects),
                Set.copyOf(joinedSet(paths, other.paths)));
    }

    private static Map<String, String> joined(Map<String, String> one, Map<String, String> other) {
        var all = new HashMap<>(one);
        all.putAll(other);
        return all;
    }

    private static Set<String> joinedSet(Set<String> one, Set<String> other) {
        var all = new HashSet<>(one);
        all.addAll(other);
        return all;
    }
}
