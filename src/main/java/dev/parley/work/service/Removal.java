package dev.parley.work.service;

import dev.parley.base.disk.Directories;
import dev.parley.base.disk.FileTree;
import dev.parley.base.problem.Problem;
import dev.parley.work.install.InstallMcp;
import dev.parley.work.install.McpClient;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Takes from a machine what is Parley's: the service, its entries in clients, its settings, data
/// and caches. What the CLIs and repositories have is left alone, and named where a person may want
/// to look at it.
public final class Removal {
    /// One thing that goes.
    ///
    /// @param bytes how large it is; 0 where that says nothing
    public record Item(String what, Path place, long bytes) {}

    /// All that goes, and what a person has to know or to do by hand.
    public record Plan(List<Item> items, List<String> notes) {}

    /// What became of one thing.
    ///
    /// @param problem why it is still there; empty when it is gone
    public record Gone(Item item, String problem) {}

    private static final String SERVICE = "service";
    private static final String CLIENT = "entry in ";

    private final Map<String, String> environment;
    private final Directories directories;
    private final SystemService service;
    private final InstallMcp clients;
    private final Path demo;

    /// @param demo where the demo agent keeps its sessions
    public Removal(
            Map<String, String> environment,
            Directories directories,
            SystemService service,
            InstallMcp clients,
            Path demo) {
        this.environment = Map.copyOf(environment);
        this.directories = directories;
        this.service = service;
        this.clients = clients;
        this.demo = demo;
    }

    /// What would go.
    public Plan plan() {
        var items = new ArrayList<Item>();
        var notes = new ArrayList<String>();
        if (service.isInstalled()) {
            items.add(new Item(SERVICE, service.file(), 0));
        }
        for (var client : McpClient.values()) {
            try {
                var plan = clients.uninstall(client);
                if (!plan.isNothing()) {
                    items.add(new Item(CLIENT + client.id(), plan.file(), 0));
                }
            } catch (Problem problem) {
                notes.add(problem.message() + " If Parley is in it, take it out by hand.");
            }
        }
        directory("settings", directories.config(), items);
        directory("data", directories.data(), items);
        directory("cache", cache(), items);
        directory("demo agent", demo, items);
        worktrees(notes);
        notes.add(
                "Copies of files before and after turns are on refs/parley/ in your repositories. The sessions of"
                        + " the CLIs are theirs. Both stay.");
        shells(notes);
        program(notes);
        return new Plan(List.copyOf(items), List.copyOf(notes));
    }

    private static void directory(String what, Path place, List<Item> items) {
        if (Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
            items.add(new Item(what, place, size(place)));
        }
    }

    private static long size(Path place) {
        try {
            return FileTree.size(place);
        } catch (IOException | UncheckedIOException _) {
            return 0;
        }
    }

    private Path cache() {
        var xdg = environment.getOrDefault("XDG_CACHE_HOME", "");
        var home = Path.of(environment.getOrDefault("HOME", "/"));
        return (xdg.startsWith("/") ? Path.of(xdg) : home.resolve(".cache")).resolve("parley");
    }

    private void worktrees(List<String> notes) {
        try (var all = Files.list(directories.worktrees())) {
            var count = all.filter(Files::isDirectory).count();
            if (count > 0) {
                notes.add(
                        "There are "
                                + count
                                + " worktrees below "
                                + directories.worktrees()
                                + ": what is in them and on no branch is lost. `parley worktrees` lists them.");
            }
        } catch (IOException _) {
            // there are none
        }
    }

    private void shells(List<String> notes) {
        var home = Path.of(environment.getOrDefault("HOME", "/"));
        Stream.of(".bashrc", ".bash_profile", ".profile", ".zshrc", ".config/fish/config.fish")
                .map(home::resolve)
                .filter(Removal::completes)
                .forEach(file ->
                        notes.add(file + " has a line with `parley completion`: take it out."));
    }

    private static boolean completes(Path file) {
        try {
            return Files.isRegularFile(file)
                    && new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
                            .contains("parley completion");
        } catch (IOException _) {
            return false;
        }
    }

    private static void program(List<String> notes) {
        var launcher = System.getProperty("parley.launcher", "");
        if (launcher.startsWith("/usr/lib/parley/")) {
            notes.add("The program itself goes with: apt remove parley");
        } else if (launcher.contains("/node_modules/parley/")) {
            notes.add("The program itself goes with: npm uninstall --global parley");
        } else if (!launcher.isEmpty()) {
            notes.add(
                    "The program itself is "
                            + launcher
                            + ": delete its folder and the link to it.");
        }
    }

    /// Does it, one after the other: what cannot go does not keep the rest.
    public List<Gone> run(Plan plan) throws InterruptedException {
        var gone = new ArrayList<Gone>();
        for (var item : plan.items()) {
            gone.add(new Gone(item, remove(item)));
        }
        return gone;
    }

    private String remove(Item item) throws InterruptedException {
        try {
            if (item.what().equals(SERVICE)) {
                var _ = service.uninstall();
            } else if (item.what().startsWith(CLIENT)) {
                var client = McpClient.find(item.what().substring(CLIENT.length())).orElseThrow();
                var _ = clients.apply(clients.uninstall(client));
            } else {
                FileTree.delete(item.place());
                removeIfEmpty(item.place().toAbsolutePath().resolveSibling(""));
            }
            return "";
        } catch (Problem problem) {
            return problem.message() + " " + problem.remedy();
        } catch (IOException | UncheckedIOException e) {
            return "It cannot be removed: " + e.getMessage();
        }
    }

    /// `PARLEY_HOME` itself, of which nothing is left.
    private void removeIfEmpty(Path above) {
        var own = environment.getOrDefault("PARLEY_HOME", "");
        if (!own.isBlank() && Path.of(own).toAbsolutePath().equals(above.normalize())) {
            try {
                Files.deleteIfExists(above);
            } catch (IOException _) {
                // something of somebody else is in it
            }
        }
    }
}
