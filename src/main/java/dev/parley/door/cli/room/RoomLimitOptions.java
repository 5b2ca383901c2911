package dev.parley.door.cli.room;

import dev.parley.api.RoomLimits;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

/// How far a room may go, as options of a command.
final class RoomLimitOptions {
    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "How many rounds of follow-ups a message has, 0 to 5.")
    private @Nullable Integer rounds;

    @Option(
            names = "--messages",
            paramLabel = "N",
            description = "How many messages of agents follow one of a person, 1 to 30.")
    private @Nullable Integer messages;

    @Option(
            names = "--turns",
            paramLabel = "N",
            description = "How many turns of agents follow one, those that pass and fail too.")
    private @Nullable Integer turns;

    @Option(
            names = "--tool-calls",
            paramLabel = "N",
            description = "How many tools an agent may call in one turn.")
    private @Nullable Integer toolCalls;

    @Option(names = "--turn-seconds", paramLabel = "N", description = "How long a turn may take.")
    private @Nullable Integer turnSeconds;

    @Option(
            names = "--view-tokens",
            paramLabel = "TOKENS",
            description = "About how much of the conversation one turn tells an agent.")
    private @Nullable Integer viewTokens;

    @Option(
            names = "--budget",
            paramLabel = "TOKENS",
            description = "How many tokens the room may use before it pauses.")
    private @Nullable Long budget;

    @Option(
            names = "--budget-usd",
            paramLabel = "DOLLARS",
            description = "The same in US dollars. A model without a price costs nothing here.")
    private @Nullable Double dollars;

    RoomLimits.Change change() {
        return new RoomLimits.Change(
                rounds, messages, turns, toolCalls, turnSeconds, viewTokens, budget, dollars);
    }
}
