package dev.parley.door.json;

import dev.parley.api.TicketQuery;
import dev.parley.api.TicketState;
import dev.parley.base.problem.Closest;
import dev.parley.base.problem.Problem;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/// The words for parts of the board: a column, `open` for all that is not over, `all` with what is
/// done.
public final class TicketColumns {
    public static final List<String> WORDS =
            Stream.concat(
                            Stream.of("open", "all"),
                            Arrays.stream(TicketState.values()).map(TicketState::wireName))
                    .toList();

    private TicketColumns() {}

    public static Set<TicketState> named(String word) {
        var wanted = word.toLowerCase(Locale.ROOT);
        return switch (wanted) {
            case "open" -> TicketQuery.open();
            case "all" -> EnumSet.range(TicketState.PROPOSED, TicketState.DONE);
            default ->
                    Arrays.stream(TicketState.values())
                            .filter(state -> state.wireName().equals(wanted))
                            .findFirst()
                            .map(state -> Set.of(state))
                            .orElseThrow(() ->
                                    Problem.invalid(
                                            "There is no column \"" + word + "\".",
                                            Closest.question(
                                                    wanted,
                                                    WORDS,
                                                    "Known are "
                                                            + String.join(", ", WORDS)
                                                            + ".")));
        };
    }
}
