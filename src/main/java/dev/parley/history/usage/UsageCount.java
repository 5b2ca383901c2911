package dev.parley.history.usage;

import dev.parley.api.UsageRow;
import dev.parley.api.UsageTotals;
import dev.parley.event.SessionKey;
import dev.parley.history.catalog.Requests;
import dev.parley.sessionfile.scan.LongIndex;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Adds up requests by session, day and model, each request once. A machine may have seen a million
/// of them, so what is the same from one to the next is not looked up again. Belongs to one thread.
final class UsageCount {
    /// How fine the time is counted.
    enum Span {
        HOUR,
        DAY
    }

    private static final int HOURS = 24;

    private record Place(long hour, @Nullable String model, SessionKey session) {
        // By hand, as in the key itself.
        @Override
        public int hashCode() {
            return (Long.hashCode(hour) * 31 + Objects.hashCode(model)) * 31 + session.hashCode();
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Place(var otherHour, var otherModel, var otherSession)
                    && hour == otherHour
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
    private final Span span;

    /// Ids of requests are unique for one vendor, not among all.
    private final Map<String, LongIndex> seen = new HashMap<>();

    private final Map<Place, Sum> sums = new HashMap<>();
    private final Map<String, Optional<Prices.Price>> known = new HashMap<>();
    private long hour;
    private long spanBegins;
    private long spanEnds;

    UsageCount(Prices prices, ZoneId zone) {
        this(prices, zone, Span.DAY);
    }

    UsageCount(Prices prices, ZoneId zone, Span span) {
        this.prices = prices;
        this.zone = zone;
        this.span = span;
    }

    void add(SessionKey session, Requests requests) {
        var counted = seen.computeIfAbsent(session.provider(), _ -> new LongIndex());
        requests.forEach(new Adding(session, counted)::add);
    }

    private final class Adding {
        private final SessionKey session;
        private final LongIndex counted;
        private @Nullable String model;
        private long sumHour = Long.MIN_VALUE;
        private @Nullable Sum sum;

        Adding(SessionKey session, LongIndex counted) {
            this.session = session;
            this.counted = counted;
        }

        void add(Requests.Request request) {
            if (!counted.put(request.key(), 0)) {
                return;
            }
            var now = hourOf(request.time());
            var current = sum;
            if (current == null || now != sumHour || !Objects.equals(model, request.model())) {
                sumHour = now;
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

    /// The hour, counted from the first day of 1970; the first of the day where whole days are
    /// counted.
    private long hourOf(long seconds) {
        if (seconds < spanBegins || seconds >= spanEnds) {
            var time = Instant.ofEpochSecond(seconds).atZone(zone);
            var date = time.toLocalDate();
            hour = date.toEpochDay() * HOURS;
            if (span == Span.DAY) {
                spanBegins = date.atStartOfDay(zone).toEpochSecond();
                spanEnds = date.plusDays(1).atStartOfDay(zone).toEpochSecond();
            } else {
                hour += time.getHour();
                // A clock that is set back has an hour twice: then what is remembered is shorter.
                spanBegins = time.truncatedTo(ChronoUnit.HOURS).toEpochSecond();
                spanEnds = spanBegins + Duration.ofHours(1).toSeconds();
            }
        }
        return hour;
    }

    List<UsageRow> rows(Map<SessionKey, @Nullable String> projects) {
        var rows = new ArrayList<UsageRow>(sums.size());
        sums.forEach((place, sum) ->
                rows.add(
                        new UsageRow(
                                LocalDate.ofEpochDay(Math.floorDiv(place.hour(), HOURS)),
                                Math.floorMod(place.hour(), HOURS),
                                place.session().provider(),
                                place.model(),
                                projects.get(place.session()),
                                place.session(),
                                sum.totals())));
        return rows;
    }
}
