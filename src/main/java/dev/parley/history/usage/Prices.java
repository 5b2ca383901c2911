package dev.parley.history.usage;

import dev.parley.base.json.Json;
import dev.parley.base.json.StrictJson;
import dev.parley.base.problem.Problem;
import dev.parley.base.resource.Resources;
import dev.parley.event.Usage;
import dev.parley.history.catalog.Requests;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// What models cost, in US dollars per million tokens: a table that ships with Parley, and a user's
/// own before it. A model that is in neither has no price; a guess would look like a fact.
public final class Prices {
    /// What vendors add to the name of a model without making it another one: a date, `latest`, the
    /// size of its window.
    private static final Pattern SAME_MODEL =
            Pattern.compile("([-@](\\d{8}|\\d{4}-\\d{2}-\\d{2}|latest))?(\\[\\w+])?");

    private static final double MILLION = 1_000_000;

    private final Map<String, Price> models;

    private Prices(Map<String, Price> models) {
        this.models = Map.copyOf(models);
    }

    /// What a million tokens of one model cost. Without a price of their own, tokens from and for a
    /// cache cost as much as others.
    public record Price(
            @Nullable Double input,
            @Nullable Double output,
            @Nullable Double cached,
            @Nullable Double cacheWrite,
            @Nullable LongPrompts longPrompts) {
        /// The price of a request with so many tokens of input.
        private Price forInput(long tokens) {
            return longPrompts != null
                            && longPrompts.above != null
                            && longPrompts.price != null
                            && tokens > longPrompts.above
                    ? longPrompts.price
                    : this;
        }
    }

    /// What a request costs whose input, cached or not, is longer than so many tokens.
    public record LongPrompts(@Nullable Long above, @Nullable Price price) {}

    /// The file: the month in which the vendors' lists were looked at, and the models.
    private record Table(@Nullable String published, @Nullable Map<String, Price> models) {}

    /// What a file of prices looks like.
    public static Class<?> shape() {
        return Table.class;
    }

    /// @param own a user's own table, which need not exist
    public static Prices read(Path own) {
        var all = shipped();
        if (Files.exists(own)) {
            all.putAll(table(StrictJson.read(own, Table.class), own.toString()));
        }
        return new Prices(all);
    }

    /// Read by hand: it is needed soon after a start, when all else that Jackson would have to
    /// learn for it is not.
    private static Map<String, Price> shipped() {
        var prices = new HashMap<String, Price>();
        Json.parse(Resources.text(Prices.class, "prices.json"))
                .orElseThrow()
                .path("models")
                .forEachEntry((name, price) -> prices.put(name, price(price)));
        return new HashMap<>(table(new Table(null, prices), "prices.json"));
    }

    private static Price price(JsonNode json) {
        var longer = json.path("longPrompts");
        return new Price(
                number(json.path("input")),
                number(json.path("output")),
                number(json.path("cached")),
                number(json.path("cacheWrite")),
                longer.isObject()
                        ? new LongPrompts(
                                longer.path("above").asLong(), price(longer.path("price")))
                        : null);
    }

    private static @Nullable Double number(JsonNode price) {
        return price.isNumber() ? Double.valueOf(price.asDouble()) : null;
    }

    private static Map<String, Price> table(Table table, String source) {
        var models = table.models() == null ? Map.<String, Price>of() : table.models();
        models.forEach((name, price) -> {
            check(name, price, source);
            var longer = price.longPrompts();
            if (longer != null) {
                check(name, longer.price(), source);
                if (longer.above() == null) {
                    throw Problem.brokenConfiguration(
                            source + ": \"" + name + "\" has longPrompts without \"above\".",
                            "Give the tokens of input above which a prompt is long.");
                }
            }
        });
        return models;
    }

    private static void check(String name, @Nullable Price price, String source) {
        if (price == null || price.input() == null || price.output() == null) {
            throw Problem.brokenConfiguration(
                    source + ": \"" + name + "\" has no price for input or output.",
                    "Give both, in US dollars per million tokens.");
        }
    }

    /// The price of a model under the name a CLI wrote, which may have a vendor in front and a date
    /// behind.
    public Optional<Price> of(@Nullable String model) {
        if (model == null) {
            return Optional.empty();
        }
        var name = model.substring(model.lastIndexOf('/') + 1);
        for (var end = name.length(); end > 0; end--) {
            var price = models.get(name.substring(0, end));
            if (price != null && SAME_MODEL.matcher(name.substring(end)).matches()) {
                return Optional.of(price);
            }
        }
        return Optional.empty();
    }

    /// What these tokens of a model cost; nothing for a model without a price.
    public Optional<Double> cost(@Nullable String model, Usage usage) {
        var cached = usage.cachedTokens();
        return of(model)
                .map(price ->
                        cost(
                                price.forInput(usage.inputTokens()),
                                usage.inputTokens(),
                                cached == null ? 0 : cached,
                                0,
                                usage.outputTokens()));
    }

    /// What a request of a model with these prices cost.
    static double cost(Requests.Request request, Price list) {
        return cost(
                list.forInput(request.input()),
                request.input(),
                request.cached(),
                request.cacheWrite(),
                request.output());
    }

    private static double cost(
            Price price, long input, long fromCache, long intoCache, long output) {
        var perInput = price.input() == null ? 0 : price.input();
        var perOutput = price.output() == null ? 0 : price.output();
        var cached = Math.max(0, fromCache);
        var written = Math.max(0, intoCache);
        var plain = Math.max(0, input - cached - written);
        return (plain * perInput
                        + cached * (price.cached() == null ? perInput : price.cached())
                        + written * (price.cacheWrite() == null ? perInput : price.cacheWrite())
                        + output * perOutput)
                / MILLION;
    }
}
