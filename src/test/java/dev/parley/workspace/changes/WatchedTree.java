package dev.parley.workspace.changes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.api.SessionId;
import dev.parley.api.UndoPlan;
import dev.parley.api.UndoRequest;
import dev.parley.process.Supervisor;
import dev.parley.workspace.worktree.Git;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// A working tree with checkpoints of it, and the state of the user's repository that must not
/// change.
final class WatchedTree implements AutoCloseable {
    static final CheckpointLimits PATIENT =
            new CheckpointLimits(1_000_000, 500, 10_000_000, Duration.ofMinutes(1));

    /// What an agent does in a turn.
    interface Work {
        void run() throws Exception;
    }

    final Path root;
    final Path data;
    final Supervisor supervisor;
    final Git git;
    final SessionId session = SessionId.random();
    Checkpoints checkpoints;
    ChangeList changes;
    Undo undo;

    /// @param directory an empty one
    WatchedTree(Path directory) throws Exception {
        var place = directory.toRealPath();
        root = Files.createDirectories(place.resolve("tree"));
        data = place.resolve("data");
        supervisor = new Supervisor(place.resolve("processes"), Supervisor.ControlGroups.NEVER);
        var home = Files.createDirectories(place.resolve("home"));
        Files.writeString(
                home.resolve(".gitconfig"),
                "[user]\n\tname = a\n\temail = a@b\n[init]\n\tdefaultBranch = main\n"
                        + "[protocol \"file\"]\n\tallow = always\n[advice]\n\taddEmbeddedRepo = false\n");
        git = new Git(supervisor, Map.of("PATH", "/usr/bin:/bin", "HOME", home.toString()));
        begin();
    }

    /// As another Parley would.
    void begin() {
        checkpoints =
                new Checkpoints(
                        git, data.resolve("changes"), Optional.empty(), PATIENT, Clock.systemUTC());
        changes = new ChangeList(checkpoints);
        undo = new Undo(checkpoints);
    }

    /// A repository with one commit.
    WatchedTree committed() throws Exception {
        git("init", "-q");
        write("a.txt", "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n");
        write("src/b.txt", "b\n");
        git("add", ".");
        git("commit", "-q", "-m", "first");
        return this;
    }

    String git(String... arguments) throws InterruptedException {
        return git.run(root, arguments);
    }

    void write(String name, String text) throws IOException {
        Files.createDirectories(root.resolve(name).getParent());
        Files.writeString(root.resolve(name), text);
    }

    String read(String name) throws IOException {
        return Files.readString(root.resolve(name));
    }

    /// @return its number
    int turn(Work work) throws Exception {
        return turn(session, work);
    }

    int turn(SessionId who, Work work) throws Exception {
        var id = UUID.randomUUID().toString();
        assertEquals(Optional.empty(), checkpoints.begins(who, id, root, false));
        work.run();
        checkpoints.ended(id);
        var turn = changes.newest(who, root);
        assertThat(turn.endedAt()).as("its end is kept").isNotNull();
        return turn.number();
    }

    /// The files of a turn, each with a letter for what happened.
    List<String> files(int number) throws InterruptedException {
        return changes.turn(session, root, number).files().stream()
                .map(file -> file.kind().wireName() + " " + file.path())
                .toList();
    }

    UndoPlan undo(int number) throws InterruptedException {
        return undo.undo(session, root, new UndoRequest(number, false, List.of(), false));
    }

    /// Everything of the user's repository that is not a file of the tree.
    record Untouched(String index, String head, String refs, String stash, String status) {}

    Untouched untouched() throws Exception {
        var answer =
                git.ask(
                        new Git.Call(
                                root,
                                Map.of("GIT_OPTIONAL_LOCKS", "0"),
                                "",
                                Duration.ofMinutes(1),
                                10_000_000),
                        "status",
                        "--porcelain=v2",
                        "--branch");
        return new Untouched(
                hex(gitPath("index")),
                hex(gitPath("HEAD")),
                git("for-each-ref", "--format=%(refname) %(objectname)")
                        .lines()
                        .filter(line -> !line.startsWith("refs/parley/"))
                        .toList()
                        .toString(),
                hex(gitPath("logs/refs/stash")),
                answer.output());
    }

    private Path gitPath(String name) throws InterruptedException {
        return root.resolve(git("rev-parse", "--git-path", name).strip());
    }

    private static String hex(Path file) throws IOException {
        return Files.exists(file) ? HexFormat.of().formatHex(Files.readAllBytes(file)) : "none";
    }

    void assertSound() throws InterruptedException {
        var answer = git.ask(root, "fsck", "--full", "--strict", "--no-dangling");
        assertThat(answer.isOk()).as(answer.errors() + answer.output()).isTrue();
        assertThat(answer.output()).doesNotContain("missing", "broken", "error");
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /// In a shell, for what Java cannot name.
    void shell(String script) throws Exception {
        var process =
                new ProcessBuilder(List.of("/bin/sh", "-c", script))
                        .directory(root.toFile())
                        .redirectErrorStream(true)
                        .start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
    }

    static List<String> sorted(String... all) {
        return Arrays.stream(all).sorted().toList();
    }

    @Override
    public void close() {
        checkpoints.close();
        supervisor.close();
    }
}
