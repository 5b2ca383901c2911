package dev.parley.workspace.changes;

import dev.parley.api.SessionId;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// A turn between its two checkpoints: what its tool calls named, and who else worked at the same
/// time. Thread-safe.
final class RunningTurn {
    private static final int LONGEST = 2_000_000;

    private final SessionId session;
    private final String turnId;
    private final Path cwd;
    private final Set<SessionId> others = ConcurrentHashMap.newKeySet();
    private final StringBuilder said = new StringBuilder(); // guarded by itself
    private volatile boolean late;
    private volatile CheckpointRefs.@Nullable Kept before;

    RunningTurn(SessionId session, String turnId, Path cwd, boolean late) {
        this.session = session;
        this.turnId = turnId;
        this.cwd = cwd;
        this.late = late;
    }

    SessionId session() {
        return session;
    }

    String turnId() {
        return turnId;
    }

    Path cwd() {
        return cwd;
    }

    boolean isLate() {
        return late;
    }

    /// The agent has begun, and the checkpoint is not made yet.
    void begun() {
        late = true;
    }

    CheckpointRefs.@Nullable Kept before() {
        return before;
    }

    void began(CheckpointRefs.Kept kept) {
        before = kept;
    }

    void besides(RunningTurn other) {
        if (!other.session().equals(session)) {
            others.add(other.session());
            other.others.add(session);
        }
    }

    /// Another session took something back here.
    void besides(SessionId other) {
        others.add(other);
    }

    List<SessionId> others() {
        return others.stream().sorted((a, b) -> a.value().compareTo(b.value())).toList();
    }

    /// What a tool call of the agent has as its arguments.
    void says(String arguments) {
        synchronized (said) {
            if (said.length() + arguments.length() <= LONGEST) {
                said.append(arguments).append('\n');
            }
        }
    }

    /// Those of some files that tool calls named.
    List<String> named(List<String> files) {
        String text;
        synchronized (said) {
            text = said.toString();
        }
        return new NamedFiles(text).of(files);
    }
}
