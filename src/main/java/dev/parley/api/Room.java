package dev.parley.api;

import dev.parley.event.Permission;
import dev.parley.event.Usage;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/// People and agents in one conversation.
///
/// @param name its id, among people and programs
/// @param agents the names of its agents, in turn order
/// @param people the names of those who write in it
/// @param project the repository its agents look at; absent: they have nothing but the conversation
/// @param permission what agents may do in the project without asking; `plan` is to read only
/// @param reason why it is paused
/// @param spent what its turns used so far
/// @param lastMessage the number of its newest message
public record Room(
        String name,
        String topic,
        RoomMode mode,
        List<String> agents,
        List<String> people,
        @Nullable String project,
        Permission permission,
        RoomLimits limits,
        RoomState state,
        @Nullable String reason,
        Usage spent,
        long lastMessage,
        Instant createdAt,
        Instant updatedAt) {
    public Room {
        agents = List.copyOf(agents);
        people = people == null ? List.of() : List.copyOf(people);
    }

    public Room in(RoomState other, @Nullable String why, Instant now) {
        return new Room(
                name,
                topic,
                mode,
                agents,
                people,
                project,
                permission,
                limits,
                other,
                why,
                spent,
                lastMessage,
                createdAt,
                now);
    }

    public Room with(RoomChange change, Instant now) {
        return new Room(
                name,
                change.topic() == null ? topic : change.topic(),
                change.mode() == null ? mode : change.mode(),
                change.agents() == null ? agents : change.agents(),
                change.people() == null ? people : change.people(),
                project,
                change.permission() == null ? permission : change.permission(),
                limits.with(change.limits()),
                state,
                reason,
                spent,
                lastMessage,
                createdAt,
                now);
    }

    public Room having(Usage more, Instant now) {
        return new Room(
                name,
                topic,
                mode,
                agents,
                people,
                project,
                permission,
                limits,
                state,
                reason,
                spent.plus(more),
                lastMessage,
                createdAt,
                now);
    }

    public Room at(long number, @Nullable String author, Instant now) {
        var known =
                author == null || people.contains(author)
                        ? people
                        : Stream.concat(people.stream(), Stream.of(author)).toList();
        return new Room(
                name,
                topic,
                mode,
                agents,
                known,
                project,
                permission,
                limits,
                state,
                reason,
                spent,
                number,
                createdAt,
                now);
    }

    /// Why no further turn may begin, if the budget is used up.
    public @Nullable String overBudget() {
        var tokens = spent.inputTokens() + spent.outputTokens();
        if (limits.budgetTokens() != null && tokens >= limits.budgetTokens()) {
            return "The budget of "
                    + limits.budgetTokens()
                    + " tokens is used up ("
                    + tokens
                    + ").";
        }
        var cost = spent.totalCost();
        if (limits.budgetUsd() != null && cost != null && cost >= limits.budgetUsd()) {
            return "The budget of $%.2f is used up ($%.2f).".formatted(limits.budgetUsd(), cost);
        }
        return null;
    }
}
