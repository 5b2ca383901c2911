package dev.parley.workspace.changes;

import dev.parley.api.FileChange;
import dev.parley.api.LeftOutFile;
import dev.parley.api.SessionChanges;
import dev.parley.api.SessionId;
import dev.parley.api.TurnChanges;
import dev.parley.base.problem.Problem;
import dev.parley.workspace.changes.CheckpointRefs.Entry;
import dev.parley.workspace.changes.CheckpointRefs.Kept;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// What the turns of a session changed, read from its checkpoints. Thread-safe.
public final class ChangeList {
    private final Checkpoints checkpoints;
    private final Workbench workbench;

    public ChangeList(Checkpoints checkpoints) {
        this.checkpoints = checkpoints;
        workbench = checkpoints.workbench();
    }

    /// @param cwd where the session works
    public SessionChanges of(SessionId session, Path cwd) throws InterruptedException {
        checkpoints.settle(session);
        var place = workbench.place(cwd);
        var entries = workbench.refs().of(place, session);
        var turns = new ArrayList<TurnChanges>();
        @Nullable Kept end = null;
        for (var entry : entries) {
            turns.add(turn(place, session, entry, end));
            end = entry.after() == null ? end : entry.after();
        }
        var touched = new HashSet<String>();
        turns.forEach(turn -> turn.files().forEach(file -> names(file, touched)));
        var first = entries.stream().map(Entry::before).filter(it -> it != null).findFirst();
        var all =
                first.isEmpty() || end == null
                        ? List.<FileChange>of()
                        : workbench.differences().files(place, first.get().tree(), end.tree());
        var named =
                turns.stream()
                        .flatMap(turn -> turn.files().stream())
                        .filter(file -> file.by() == FileChange.By.AGENT)
                        .map(FileChange::path)
                        .collect(Collectors.toSet());
        return new SessionChanges(
                session,
                place.root().toString(),
                turns,
                all.stream().filter(it -> isIn(touched, it)).map(it -> by(named, it)).toList(),
                all.stream()
                        .filter(it -> !isIn(touched, it))
                        .map(it -> it.by(FileChange.By.OTHERS))
                        .toList());
    }

    private static void names(FileChange file, Set<String> names) {
        names.add(file.path());
        if (file.oldPath() != null) {
            names.add(file.oldPath());
        }
    }

    private static boolean isIn(Set<String> names, FileChange file) {
        return names.contains(file.path())
                || (file.oldPath() != null && names.contains(file.oldPath()));
    }

    private static FileChange by(Set<String> named, FileChange file) {
        return named.contains(file.path()) ? file.by(FileChange.By.AGENT) : file;
    }

    /// One of them.
    public TurnChanges turn(SessionId session, Path cwd, int number) throws InterruptedException {
        checkpoints.settle(session);
        var place = workbench.place(cwd);
        @Nullable Kept end = null;
        for (var entry : workbench.refs().of(place, session)) {
            if (entry.number() == number) {
                return turn(place, session, entry, end);
            }
            end = entry.after() == null ? end : entry.after();
        }
        throw unknown(session, number);
    }

    /// The newest one, as soon as it is kept.
    public TurnChanges newest(SessionId session, Path cwd) throws InterruptedException {
        checkpoints.settle(session);
        var ended = workbench.newest(session);
        if (ended.isPresent()) {
            return turn(workbench.place(cwd), session, ended.get().entry(), ended.get().end());
        }
        var entries = workbench.refs().of(workbench.place(cwd), session);
        return turn(session, cwd, entries.isEmpty() ? 0 : entries.getLast().number());
    }

    static Problem unknown(SessionId session, int number) {
        return Problem.notFound(
                "The session " + session + " has no turn " + number + " in its changes.",
                "See `parley changes " + session + "` for those it has.");
    }

    private TurnChanges turn(Place place, SessionId session, Entry entry, @Nullable Kept end)
            throws InterruptedException {
        var before = entry.before();
        var after = entry.after();
        var known = before == null ? after : before;
        if (known == null) {
            throw unknown(session, entry.number());
        }
        var mark = known.mark();
        var named = after == null ? Set.<String>of() : Set.copyOf(after.mark().named());
        var files =
                before == null || after == null
                        ? List.<FileChange>of()
                        : workbench.differences().files(place, before.tree(), after.tree()).stream()
                                .map(file -> file.by(who(after.mark(), named, file)))
                                .toList();
        var meanwhile =
                before == null || end == null
                        ? List.<FileChange>of()
                        : workbench.differences().files(place, end.tree(), before.tree()).stream()
                                .map(file -> file.by(FileChange.By.OTHERS))
                                .toList();
        return new TurnChanges(
                session,
                entry.number(),
                mark.kind(),
                mark.turnId(),
                mark.undoOf(),
                mark.at(),
                after == null ? null : after.mark().at(),
                mark.late(),
                after == null ? List.of() : after.mark().together(),
                files,
                meanwhile,
                leftOut(before, after));
    }

    /// At either end: what was too large before and is gone now was left out, too.
    private static List<LeftOutFile> leftOut(@Nullable Kept before, @Nullable Kept after) {
        var found = new LinkedHashMap<String, LeftOutFile>();
        if (after != null) {
            after.mark().leftOut().forEach(file -> found.put(file.path(), file));
        }
        if (before != null) {
            before.mark().leftOut().forEach(file -> found.putIfAbsent(file.path(), file));
        }
        return List.copyOf(found.values());
    }

    private static FileChange.By who(Mark mark, Set<String> named, FileChange file) {
        if (mark.kind() == TurnChanges.Kind.UNDO) {
            return FileChange.By.PARLEY;
        }
        return named.contains(file.path()) ? FileChange.By.AGENT : FileChange.By.UNKNOWN;
    }

    /// The files as they were after a turn, as a git tree.
    public String treeAfter(SessionId session, Path cwd, int number) throws InterruptedException {
        checkpoints.settle(session);
        for (var entry : workbench.refs().of(workbench.place(cwd), session)) {
            var after = entry.after();
            if (entry.number() == number && after != null) {
                return after.tree();
            }
        }
        throw unknown(session, number);
    }

    /// The patch of one turn, or of the whole session, as git writes it.
    ///
    /// @param number absent: from before the first turn to after the last
    /// @param files only these; all if empty
    public byte[] patch(SessionId session, Path cwd, @Nullable Integer number, List<String> files)
            throws InterruptedException {
        checkpoints.settle(session);
        var place = workbench.place(cwd);
        var whole = workbench.refs().of(place, session).stream().filter(Entry::isWhole).toList();
        var wanted =
                number == null
                        ? whole
                        : whole.stream().filter(entry -> entry.number() == number).toList();
        if (wanted.isEmpty()) {
            if (number == null) {
                return new byte[0];
            }
            throw unknown(session, number);
        }
        var before = wanted.getFirst().before();
        var after = wanted.getLast().after();
        if (before == null || after == null) {
            throw unknown(session, number == null ? 0 : number);
        }
        return workbench.differences().patch(place, before.tree(), after.tree(), files);
    }
}
