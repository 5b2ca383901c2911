package dev.parley.history.usage;

import dev.parley.api.UsageRow;
import dev.parley.api.UsageTotals;
import dev.parley.event.SessionKey;
import dev.parley.history.catalog.Requests;
import dev.parley.sessionfile.scan.LongIndex;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Adds up requests by session, day and model, each request once. A machine may have seen a million
/// of them, so what is the same from one to the next is not looked up again. Belongs to one thread.
final class UsageCount {
    private record Place(long day, @Nullable String model, SessionKey session) {
        // By hand, as in the key itself.
        @Override
        public int hashCode() {
            return (Long.hashCode(day) * 31 + Objects.hashCode(model)) * 31 + session.hashCode();
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Place(var otherDay, var otherModel, var otherSession)
                    && day == otherDay
                    && Objects.equals(model, otherModel)
                    && session.equals(otherSession);
        }
    }

    private static final class Sum {
        private final Optional<Prices.Price> price;
        private long requests;
        private long input;
        private long output;
        private long cached;
        private long reasoning;
        private double cost;
        private long unpriced;

        Sum(Optional<Prices.Price> price) {
            this.price = price;
        }

        void add(Requests.Request request) {
            requests++;
            input = UsageTotals.sum(input, request.input());
            output = UsageTotals.sum(output, request.output());
            cached = UsageTotals.sum(cached, Math.max(0, request.cached()));
            reasoning = UsageTotals.sum(reasoning, Math.max(0, request.reasoning()));
            if (request.cost() > 0) {
                cost += request.cost();
            } else if (price.isPresent()) {
                cost += Prices.cost(request, price.get());
            } else {
                unpriced =
                        UsageTotals.sum(
                                unpriced, UsageTotals.sum(request.input(), request.output()));
            }
        }

        UsageTotals totals() {
            return new UsageTotals(requests, input, output, cached, reasoning, cost, unpriced);
        }
    }

    private final Prices prices;
    private final ZoneId zone;

    /// Ids of requests are unique for one vendor, not among all.
    private final Map<String, LongIndex> seen = new HashMap<>();

    private final Map<Place, Sum> sums = new HashMap<>();
    private final Map<String, Optional<Prices.Price>> known = new HashMap<>();
    private long day;
    private long dayBegins;
    private long dayEnds;

    UsageCount(Prices prices, ZoneId zone) {
        this.prices = prices;
        this.zone = zone;
    }

    void add(SessionKey session, Requests requests) {
        var counted = seen.computeIfAbsent(session.provider(), _ -> new LongIndex());
        requests.forEach(new Adding(session, counted)::add);
    }

    private final class Adding {
        private final SessionKey session;
        private final LongIndex counted;
        private @Nullable String model;
        private long sumDay = Long.MIN_VALUE;
        private @Nullable Sum sum;

        Adding(SessionKey session, LongIndex counted) {
            this.session = session;
            this.counted = counted;
        }

        void add(Requests.Request request) {
            if (!counted.put(request.key(), 0)) {
                return;
            }
            var now = dayOf(request.time());
            var current = sum;
            if (current == null || now != sumDay || !Objects.equals(model, request.model())) {
                sumDay = now;
                model = request.model();
                current =
                        sums.computeIfAbsent(
                                new Place(now, model, session),
                                place -> new Sum(price(place.model())));
                sum = current;
            }
            current.add(request);
        }
    }

    private Optional<Prices.Price> price(@Nullable String model) {
        return model == null ? Optional.empty() : known.computeIfAbsent(model, prices::of);
    }

    private long dayOf(long seconds) {
        if (seconds < dayBegins || seconds >= dayEnds) {
            var date = Instant.ofEpochSecond(seconds).atZone(zone).toLocalDate();
            day = date.toEpochDay();
            dayBegins = date.atStartOfDay(zone).toEpochSecond();
            dayEnds = date.plusDays(1).atStartOfDay(zone).toEpochSecond();
        }
        return day;
    }

    List<UsageRow> rows(Map<SessionKey, @Nullable String> projects) {
        var rows = new ArrayList<UsageRow>(sums.size());
        sums.forEach((place, sum) ->
                rows.add(
                        new UsageRow(
                                LocalDate.ofEpochDay(place.day()),
                                place.session().provider(),
                                place.model(),
                                projects.get(place.session()),
                                place.session(),
                                sum.totals())));
        return rows;
    }
}
