package dev.parley.door.cli;

import dev.parley.api.UndoPlan;
import dev.parley.api.WorktreeInfo;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.base.screen.Visible;
import dev.parley.door.json.ChangeJson;
import dev.parley.work.LiveWorktrees;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
            "parley chat --provider claude --worktree        a session in a worktree of its own",
            "parley worktrees                                those there are",
            "parley worktrees apply ID                       everything done there, into your own tree",
            "parley worktrees branch ID NAME                 or a branch, or merge ID, or patch ID",
            "parley worktrees remove ID                      what is in it is kept under a hidden ref",
            "",
            "A new worktree gets the untracked files that .parley/worktree of the repository lists, one",
            "in a line (.env), and a line \"run: COMMAND\" sets it up where you trust the project."
        })
final class WorktreesCommand extends Subcommand {
    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    WorktreesCommand(Supplier<Program> apps, Console console) {
        super(apps, console);
    }

    List<Object> subcommands() {
        return List.of(
                new Add(), new Apply(), new Branch(), new Merge(), new Patch(), new Remove());
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
        var table = new Table("ID", "BRANCH", "COMMITS", "FILES", "SESSIONS", "OF");
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

    private int print(UndoPlan plan, boolean asJson) {
        if (asJson) {
            console.printJson(Json.tree(plan));
        } else if (plan.files().isEmpty() && plan.conflicts().isEmpty()) {
            console.out().println("Your tree has all of it already.");
        } else {
            var table = new Table("WHAT", "FILE");
            plan.files()
                    .forEach(file ->
                            table.row(file.action().wireName(), Visible.oneLine(file.path())));
            plan.conflicts().forEach(file -> table.row("conflict", Visible.oneLine(file.path())));
            table.print(console.out());
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

        @Option(names = "--json", description = "Print JSON.")
        private boolean asJson;

        @Override
        public Integer call() throws InterruptedException {
            return print(worktrees().apply(id, preview), asJson);
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
            console.println(worktrees().merge(id));
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
            console.out().writeBytes(worktrees().patch(id));
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

        @Option(names = "--json", description = "Print JSON.")
        private boolean asJson;

        @Override
        public Integer call() throws InterruptedException {
            var ref = worktrees().remove(id);
            if (asJson) {
                console.printJson(Json.object().put("keptAs", ref));
            } else {
                console.out().println("Removed. What was in it is kept as " + ref);
            }
            return 0;
        }
    }
}
