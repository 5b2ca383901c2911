package dev.parley.tool.own;

import static java.util.stream.Collectors.toCollection;

import dev.parley.base.problem.Problem;
import dev.parley.tool.Tool;
import dev.parley.tool.ToolRegistry;
import dev.parley.wire.ToolDefinition;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/// The tools for those who work in one place, as the declarations were at one moment.
public final class ToolShelf {
    private final ToolFolder.Content own;
    private final ToolFolder.Content project;
    private final ToolRegistry registry = new ToolRegistry();
    private final Map<String, Set<String>> groups = new TreeMap<>();
    private final Map<String, Path> files = new HashMap<>();
    private final List<BrokenTool> broken = new ArrayList<>();

    ToolShelf(
            Map<String, ToolRegistry> parley,
            ToolFolder.Content own,
            ToolFolder.Content project,
            Function<ToolFile.Declared, Tool> maker,
            Set<String> reserved) {
        this.own = own;
        this.project = project;
        parley.forEach((group, tools) -> {
            tools.tools().forEach(registry::register);
            groups.put(group, names(tools));
        });
        var ours = names(registry);
        ours.addAll(reserved);
        add(OwnTools.OWN, own, maker, ours);
        add(OwnTools.PROJECT, project, maker, ours);
    }

    private void add(
            String group,
            ToolFolder.Content declared,
            Function<ToolFile.Declared, Tool> maker,
            Set<String> taken) {
        var names = new TreeSet<String>();
        broken.addAll(declared.broken());
        for (var one : declared.tools()) {
            var name = one.definition().name();
            try {
                check(one, taken);
                registry.register(maker.apply(one));
                names.add(name);
                files.put(name, one.file());
            } catch (Problem problem) {
                broken.add(
                        new BrokenTool(
                                name,
                                one.file(),
                                one.file() + ": " + problem.message() + " " + problem.remedy()));
            }
        }
        groups.put(group, names);
    }

    private void check(ToolFile.Declared declared, Set<String> taken) {
        var name = declared.definition().name();
        if (taken.contains(name)) {
            throw Problem.invalid(
                    "\"" + name + "\" is a name of Parley's own.", "Choose another name.");
        }
        var other = files.get(name);
        if (other != null) {
            throw Problem.invalid(
                    "There is a tool \"" + name + "\" in " + other + " already.",
                    "Choose another name.");
        }
    }

    private static Set<String> names(ToolRegistry registry) {
        return registry.definitions().stream()
                .map(ToolDefinition::name)
                .collect(toCollection(TreeSet::new));
    }

    boolean isOf(ToolFolder.Content own, ToolFolder.Content project) {
        return this.own.equals(own) && this.project.equals(project);
    }

    public ToolRegistry registry() {
        return registry;
    }

    /// The names of the tools in each group.
    public Map<String, Set<String>> groups() {
        return groups;
    }

    Optional<Set<String>> findGroup(String name) {
        return Optional.ofNullable(groups.get(name));
    }

    public List<ToolDefinition> definitions() {
        return registry.definitions();
    }

    /// Where a tool is declared; Parley's own are nowhere.
    public Optional<Path> findFile(String name) {
        return Optional.ofNullable(files.get(name));
    }

    public List<BrokenTool> broken() {
        return List.copyOf(broken);
    }
}
