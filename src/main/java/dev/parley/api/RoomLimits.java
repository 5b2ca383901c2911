package dev.parley.api;

import dev.parley.base.problem.Problem;

import org.jspecify.annotations.Nullable;

/// What agents in a room may do by themselves.
///
/// @param rounds how many follow-up rounds a person's message has
/// @param messages how many messages of agents follow it
/// @param turns how many turns of agents, those that pass and fail too, follow it
/// @param toolCalls how many tools an agent calls in one turn
/// @param turnSeconds how long a turn may take
/// @param viewTokens about how many tokens an agent is told of the conversation for one turn
/// @param budgetTokens how many tokens the room may use; then it pauses
/// @param budgetUsd the same in US dollars, as far as costs are told or models have a price
public record RoomLimits(
        int rounds,
        int messages,
        int turns,
        int toolCalls,
        int turnSeconds,
        int viewTokens,
        @Nullable Long budgetTokens,
        @Nullable Double budgetUsd) {
    public static final int MOST_ROUNDS = 5;
    public static final int MOST_MESSAGES = 30;

    public static final RoomLimits USUAL =
            new RoomLimits(MOST_ROUNDS, MOST_MESSAGES, 60, 25, 600, 8000, null, null);

    /// What somebody wants to be different; what is absent stays.
    public record Change(
            @Nullable Integer rounds,
            @Nullable Integer messages,
            @Nullable Integer turns,
            @Nullable Integer toolCalls,
            @Nullable Integer turnSeconds,
            @Nullable Integer viewTokens,
            @Nullable Long budgetTokens,
            @Nullable Double budgetUsd) {}

    public RoomLimits with(@Nullable Change change) {
        if (change == null) {
            return this;
        }
        return new RoomLimits(
                        change.rounds() == null ? rounds : change.rounds(),
                        change.messages() == null ? messages : change.messages(),
                        change.turns() == null ? turns : change.turns(),
                        change.toolCalls() == null ? toolCalls : change.toolCalls(),
                        change.turnSeconds() == null ? turnSeconds : change.turnSeconds(),
                        change.viewTokens() == null ? viewTokens : change.viewTokens(),
                        change.budgetTokens() == null ? budgetTokens : change.budgetTokens(),
                        change.budgetUsd() == null ? budgetUsd : change.budgetUsd())
                .checked();
    }

    /// Refuses what would be no limit.
    private RoomLimits checked() {
        check("rounds", rounds, 0, MOST_ROUNDS);
        check("messages", messages, 1, MOST_MESSAGES);
        check("turns", turns, 1, 200);
        check("toolCalls", toolCalls, 0, 500);
        check("turnSeconds", turnSeconds, 1, 7200);
        check("viewTokens", viewTokens, 200, 200_000);
        check("budgetTokens", budgetTokens == null ? 1 : budgetTokens, 1, Long.MAX_VALUE);
        if (budgetUsd != null && !(budgetUsd > 0)) {
            throw Problem.invalid("\"budgetUsd\" is " + budgetUsd + ".", "Give more than 0.");
        }
        return this;
    }

    private static void check(String key, long value, long least, long most) {
        if (value < least || value > most) {
            throw Problem.invalid(
                    "\"" + key + "\" is " + value + ".",
                    "Give a number between " + least + " and " + most + ".");
        }
    }
}
