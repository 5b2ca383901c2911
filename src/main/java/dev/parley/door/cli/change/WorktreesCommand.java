package dev.parley.door.cli.change;

import dev.parley.api.UndoPlan;
import dev.parley.api.WorktreeInfo;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.base.screen.Visible;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.PlanTable;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.RunningServer;
import dev.parley.door.cli.shared.Subcommand;
import dev.parley.door.cli.shared.Table;
import dev.parley.door.json.ChangeJson;
import dev.parley.work.change.LiveWorktrees;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/// `parley worktrees`: checkouts in which live sessions work.
@Command(
        name = "worktrees",
        description = "Worktrees of live sessions: what was done in them, and where it goes.",
        synopsisSubcommandLabel = "[COMMAND]",
        footer = {
            "",
            "parley chat --provider claude --worktree  a session in a worktree of its own",
            "parley worktrees                          those there are",
            "parley worktrees apply ID                 what was done there, into your tree",
            "parley worktrees unapply ID               and out of it again",
            "parley worktrees branch ID NAME           or a branch, or merge ID, or patch ID",
            "parley worktrees remove ID                what is in it is kept in a hidden ref",
            "",
            "A new worktree gets the untracked files that .parley/worktree of the repository lists, one",
            "in a line (.env), and a line \"run: COMMAND\" sets it up where you trust the project."
        })
public final class WorktreesCommand extends Subcommand {
    @Option(names = "--json", scope = ScopeType.INHERIT, description = "Print JSON.")
    private boolean json;

    public WorktreesCommand(Supplier<Program> apps, Console console) {
        super(apps, console);
    }

    public List<Object> subcommands() {
        return List.of(
                new Add(),
                new Apply(),
                new Unapply(),
                new Branch(),
                new Merge(),
                new Patch(),
                new Remove());
    }

    private LiveWorktrees worktrees() {
        return apps.get().worktrees();
    }

    @Override
    public Integer call() throws InterruptedException {
        var all = worktrees().list();
        if (json) {
            console.printJson(ChangeJson.worktrees(all));
            return 0;
        }
        if (all.isEmpty()) {
            console.err().println("No worktrees.");
            return 0;
        }
        var table =
                new Table("ID", "BRANCH", "COMMITS", "FILES", "SESSIONS", "OF")
                        .whole(0)
                        .numbers(2, 3)
                        .paths(5)
                        .spare(2, 4);
        for (var one : all) {
            table.row(
                    one.id(),
                    one.branch() == null ? "" : Visible.oneLine(one.branch()),
                    "" + one.commits(),
                    "" + one.files(),
                    String.join(" ", one.sessions().stream().map(Object::toString).toList()),
                    Visible.oneLine(one.repository()));
        }
        table.print(console.out());
        return 0;
    }

    private int print(WorktreeInfo info) {
        if (json) {
            console.printJson(Json.tree(info));
            return 0;
        }
        console.out().println(info.id() + " " + Visible.oneLine(info.path()));
        return 0;
    }

    private int print(UndoPlan plan, String nothing) {
        if (json) {
            console.printJson(Json.tree(plan));
        } else {
            PlanTable.print(plan, nothing, console);
        }
        return plan.conflicts().isEmpty() ? 0 : Problem.Kind.BUSY.exitCode();
    }

    /// `parley worktrees add`
    @Command(name = "add", description = "Make a worktree of the repository around here.")
    final class Add implements Callable<Integer> {
        @Option(names = "--branch", paramLabel = "NAME", description = "A new branch for it.")
        private @Nullable String branch;

        @Option(
                names = "--base",
                paramLabel = "COMMIT",
                description = "Where it begins. Default: what is checked out.")
        private @Nullable String base;

        @Option(names = "--project", paramLabel = "DIR", description = "Default: here.")
        private Path project = Path.of("");

        @Override
        public Integer call() throws InterruptedException {
            var place = project.toAbsolutePath().normalize();
            return print(
                    worktrees()
                            .create(
                                    place,
                                    branch,
                                    base,
                                    line -> console.note(Visible.exactly(line))));
        }
    }

    /// `parley worktrees apply`
    @Command(
            name = "apply",
            description = "Bring everything done in a worktree into the tree it was made of.")
    final class Apply implements Callable<Integer> {
        @Parameters(index = "0", paramLabel = "ID", description = "As parley worktrees lists it.")
        private String id = "";

        @Option(names = "--preview", description = "Only say what would be written.")
        private boolean preview;

        @Override
        public Integer call() throws InterruptedException {
            var status = print(worktrees().apply(id, preview), "Your tree has all of it already.");
            if (!preview) {
                console.note("To take it back: parley worktrees unapply " + id);
            }
            return status;
        }
    }

    /// `parley worktrees unapply`
    @Command(
            name = "unapply",
            description = {
                "Take the last apply of a worktree back, also when the worktree is gone. What you",
                "changed since stays."
            })
    final class Unapply implements Callable<Integer> {
        @Parameters(index = "0", paramLabel = "ID", description = "As parley worktrees lists it.")
        private String id = "";

        @Option(names = "--preview", description = "Only say what would be written.")
        private boolean preview;

        @Override
        public Integer call() throws InterruptedException {
            return print(worktrees().unapply(id, preview), "Your tree is as it was already.");
        }
    }

    /// `parley worktrees branch`
    @Command(name = "branch", description = "Make a branch of everything done in a worktree.")
    final class Branch implements Callable<Integer> {
        @Parameters(index = "0", paramLabel = "ID", description = "As parley worktrees lists it.")
        private String id = "";

        @Parameters(index = "1", paramLabel = "NAME", description = "The new branch.")
        private String name = "";

        @Override
        public Integer call() throws InterruptedException {
            return print(worktrees().branch(id, name));
        }
    }

    /// `parley worktrees merge`
    @Command(
            name = "merge",
            description = "Merge everything done in a worktree into what is checked out.")
    final class Merge implements Callable<Integer> {
        @Parameters(index = "0", paramLabel = "ID", description = "As parley worktrees lists it.")
        private String id = "";

        @Override
        public Integer call() throws InterruptedException {
            var output = worktrees().merge(id);
            if (json) {
                console.printJson(Json.object().put("output", output));
            } else {
                console.println(output);
            }
            return 0;
        }
    }

    /// `parley worktrees patch`
    @Command(name = "patch", description = "Everything done in a worktree, as a patch.")
    final class Patch implements Callable<Integer> {
        @Parameters(index = "0", paramLabel = "ID", description = "As parley worktrees lists it.")
        private String id = "";

        @Override
        public Integer call() throws InterruptedException {
            var patch = worktrees().patch(id);
            if (json) {
                var text = new String(patch, StandardCharsets.UTF_8);
                console.printJson(Json.object().put("patch", text));
            } else {
                console.out().writeBytes(patch);
            }
            return 0;
        }
    }

    /// `parley worktrees remove`
    @Command(
            name = "remove",
            description = "Remove a worktree. What is in it is kept under a hidden ref first.")
    final class Remove implements Callable<Integer> {
        @Parameters(index = "0", paramLabel = "ID", description = "As parley worktrees lists it.")
        private String id = "";

        @Option(
                names = "--port",
                paramLabel = "PORT",
                description = "Where the running server listens. Default: as configured.")
        private @Nullable Integer port;

        @Override
        public Integer call() throws InterruptedException {
            // The server knows whether its sessions work in it.
            var server = RunningServer.find(apps.get(), port);
            var ref =
                    server.isEmpty()
                            ? worktrees().remove(id)
                            : server.get()
                                    .delete("/api/worktrees/" + RunningServer.part(id))
                                    .path("keptAs")
                                    .asString("");
            if (json) {
                console.printJson(Json.object().put("keptAs", ref));
            } else {
                console.out().println("Removed. What was in it is kept as " + ref);
            }
            return 0;
        }
    }
}
