package dev.parley.api;

import dev.parley.event.Action;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// What a session that was closed has not done, for whoever goes on with it elsewhere.
///
/// @param asked how the session was asked for, without what it went on from
/// @param running the prompt that its agent worked on
/// @param waiting the prompts that its agent has not got, in their order
public record Unfinished(
        NewSession asked, Action.@Nullable Prompt running, List<Action.Prompt> waiting) {
    public Unfinished {
        waiting = List.copyOf(waiting);
    }
}
