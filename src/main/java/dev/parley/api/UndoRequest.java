package dev.parley.api;

import java.util.List;

/// What to take back.
///
/// @param turn the number of a turn, or of an undo
/// @param since also everything the session did after it
/// @param files only these; all if empty
/// @param skipConflicts take back what can be, and leave files alone that conflict
public record UndoRequest(int turn, boolean since, List<String> files, boolean skipConflicts) {
    public UndoRequest {
        files = files == null ? List.of() : List.copyOf(files);
    }
}
