package dev.parley.workspace.changes;

import dev.parley.api.LeftOutFile;
import dev.parley.api.SessionId;
import dev.parley.api.TurnChanges;
import dev.parley.base.json.Json;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.List;
import java.util.Locale;

/// What the commit of a checkpoint says about it: one line of JSON.
///
/// @param version of this form
/// @param named files that tool calls of the turn named and that changed
record Mark(
        int version,
        SessionId session,
        int number,
        Side side,
        TurnChanges.Kind kind,
        @Nullable String turnId,
        @Nullable Integer undoOf,
        Instant at,
        boolean late,
        List<String> named,
        List<SessionId> together,
        List<LeftOutFile> leftOut) {
    private static final int VERSION = 1;
    private static final int MOST = 200;

    /// Which end of a turn.
    enum Side {
        BEFORE,
        AFTER;

        String refName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    Mark {
        named = limited(named);
        together = together == null ? List.of() : List.copyOf(together);
        leftOut = limited(leftOut);
    }

    private static <T> List<T> limited(@Nullable List<T> all) {
        return all == null ? List.of() : List.copyOf(all.subList(0, Math.min(all.size(), MOST)));
    }

    static Mark before(
            SessionId session, int number, @Nullable String turnId, Instant at, boolean late) {
        return new Mark(
                VERSION,
                session,
                number,
                Side.BEFORE,
                TurnChanges.Kind.TURN,
                turnId,
                null,
                at,
                late,
                List.of(),
                List.of(),
                List.of());
    }

    Mark numbered(int entry) {
        return new Mark(
                version, session, entry, side, kind, turnId, undoOf, at, late, named, together,
                leftOut);
    }

    Mark undoing(int entry) {
        return new Mark(
                version,
                session,
                number,
                side,
                TurnChanges.Kind.UNDO,
                null,
                entry,
                at,
                late,
                named,
                together,
                leftOut);
    }

    Mark leaving(List<LeftOutFile> files) {
        return new Mark(
                version, session, number, side, kind, turnId, undoOf, at, late, named, together,
                files);
    }

    Mark after(Instant when, List<String> agentNamed, List<SessionId> others) {
        return new Mark(
                version,
                session,
                number,
                Side.AFTER,
                kind,
                turnId,
                undoOf,
                when,
                late,
                agentNamed,
                others,
                List.of());
    }

    /// Whether a file is one of those of which there is no copy.
    boolean lacks(String path) {
        return leftOut.stream()
                .map(LeftOutFile::path)
                .anyMatch(
                        name -> name.equals(path) || (name.endsWith("/") && path.startsWith(name)));
    }

    String text() {
        return Json.write(this);
    }
}
