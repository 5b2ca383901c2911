package dev.parley.work.move;

/// What can be asked about conversations that go from one CLI to another, one verb each.
public record Moves(
        MoveSession move,
        UndoMove undo,
        ResumeElsewhere resume,
        ContinueElsewhere continuing,
        OnLimit onLimit,
        CarrySession carry,
        OpenElsewhere opening,
        ForkConversation fork) {}
