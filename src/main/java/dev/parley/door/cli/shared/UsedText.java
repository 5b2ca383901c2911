package dev.parley.door.cli.shared;

import dev.parley.event.Usage;
import dev.parley.work.advice.Cost;

import java.util.Locale;

/// What a turn used, in a few words: `12,345 tokens in (11,000 cached), 678 out, $0.0421`.
final class UsedText {
    private UsedText() {}

    static String of(Usage usage, Cost cost) {
        var cached = usage.cachedTokens();
        return "%s tokens in%s, %s out%s"
                .formatted(
                        count(usage.inputTokens()),
                        cached == null || cached == 0 ? "" : " (" + count(cached) + " cached)",
                        count(usage.outputTokens()),
                        cost.usd().map(usd -> ", " + dollars(usd, cost.status())).orElse(""));
    }

    private static String count(long tokens) {
        return String.format(Locale.ROOT, "%,d", tokens);
    }

    private static String dollars(double usd, Cost.Status status) {
        var text = String.format(Locale.ROOT, usd < 1 ? "$%.4f" : "$%.2f", usd);
        return status == Cost.Status.REPORTED ? text : "about " + text;
    }
}
