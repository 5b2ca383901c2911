package dev.parley.provider.codex;

import dev.parley.event.Usage;
import dev.parley.sessionfile.SessionBuilder;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/// The tokens of a rollout. Newer files have one record per request; older ones only running
/// totals, which repeat and of which the difference counts. A fork starts with the lines, or at
/// least the totals, of its parent.
final class CodexStoredUsage {
    private static final Usage NOTHING = new Usage(0, 0, 0L, 0L, null);

    private final SessionBuilder builder;
    private @Nullable String thread;
    private String origin = "";
    private Usage total = NOTHING;
    private boolean hasRecords;

    CodexStoredUsage(SessionBuilder builder) {
        this.builder = builder;
    }

    /// The first description is the thread's own, the others are of those it was forked from.
    void onMeta(String id) {
        thread = thread == null ? id : thread;
        origin = id;
    }

    void onRecord(JsonNode record) {
        var usage = record.path("usage");
        onRecord(
                record.path("thread_id").asString(""),
                record.path("response_id").asString(""),
                usage(usage),
                builder.values().tokens(usage.path("cache_write_input_tokens")));
    }

    void onRecord(CodexFastScan.Tokens tokens) {
        onRecord(
                tokens.thread(),
                tokens.response(),
                new Usage(
                        tokens.input(), tokens.output(), tokens.cached(), tokens.reasoning(), null),
                tokens.cacheWritten());
    }

    private void onRecord(String owner, String response, Usage usage, long cacheWritten) {
        hasRecords = true;
        if (thread == null || thread.equals(owner)) {
            builder.count(response, builder.model(), usage, cacheWritten);
        }
    }

    boolean hasRecords() {
        return hasRecords;
    }

    /// Comes after the record of the same request, where there is one.
    void onCount(JsonNode info) {
        if (hasRecords || !info.path("total_token_usage").isObject()) {
            return;
        }
        var now = usage(info.path("total_token_usage"));
        var isFromStart =
                now.inputTokens() < total.inputTokens()
                        || now.outputTokens() < total.outputTokens();
        var used = isFromStart ? usage(info.path("last_token_usage")) : minus(now, total);
        total = now;
        // The copy of this line in a fork has the same totals, and names the same origin.
        var key =
                "%s:%d/%d/%d"
                        .formatted(
                                origin, now.inputTokens(), now.cachedTokens(), now.outputTokens());
        builder.count(key, builder.model(), used, 0);
    }

    private Usage usage(JsonNode usage) {
        var values = builder.values();
        return new Usage(
                values.tokens(usage.path("input_tokens")),
                values.tokens(usage.path("output_tokens")),
                values.tokens(usage.path("cached_input_tokens")),
                values.tokens(usage.path("reasoning_output_tokens")),
                null);
    }

    private static Usage minus(Usage now, Usage before) {
        return new Usage(
                now.inputTokens() - before.inputTokens(),
                now.outputTokens() - before.outputTokens(),
                minus(now.cachedTokens(), before.cachedTokens()),
                minus(now.reasoningTokens(), before.reasoningTokens()),
                null);
    }

    private static Long minus(@Nullable Long now, @Nullable Long before) {
        return Math.max(0, (now == null ? 0 : now) - (before == null ? 0 : before));
    }
}
