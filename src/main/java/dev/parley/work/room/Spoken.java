package dev.parley.work.room;

import dev.parley.base.problem.Problem;
import dev.parley.event.Usage;
import dev.parley.work.advice.Costs;

import org.jspecify.annotations.Nullable;

import java.util.Optional;

/// What came of asking an agent.
///
/// @param session its live session, if it has one
/// @param failure why it said nothing
/// @param mayPass whether asking again could help
record Spoken(
        String text,
        @Nullable String session,
        Optional<Usage> usage,
        Optional<String> failure,
        boolean mayPass) {
    static Spoken failed(
            @Nullable String session, Optional<Usage> usage, String why, boolean mayPass) {
        return new Spoken("", session, usage, Optional.of(why), mayPass);
    }

    /// With an estimate of what it cost, where nobody tells.
    Spoken priced(Costs costs, @Nullable String model) {
        if (model == null || usage.isEmpty() || usage.get().totalCost() != null) {
            return this;
        }
        try {
            var usd = costs.of(model, usage).usd();
            return usd.isEmpty()
                    ? this
                    : new Spoken(
                            text,
                            session,
                            usage.map(used -> used.plus(new Usage(0, 0, null, null, usd.get()))),
                            failure,
                            mayPass);
        } catch (Problem _) {
            return this; // the user's prices are broken: `parley usage` says so
        }
    }
}
