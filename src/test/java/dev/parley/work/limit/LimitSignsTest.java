package dev.parley.work.limit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.event.Event;
import dev.parley.provider.builtin.BuiltIn;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;

class LimitSignsTest {
    private final LimitSigns signs = new LimitSigns(BuiltIn.with(Path.of("no-profiles")));

    /// As the real CLIs said it, and what only sounds like it.
    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            value = {
                "claude | Claude AI usage limit reached | rate_limit | true",
                "claude | You've hit your limit · resets 3pm (UTC) | rate_limit | true",
                "claude | API Error: Request rejected (429) · slow down | rate_limit | true",
                "codex | Quota exceeded. Check your plan and billing details. | usageLimitExceeded | true",
                "codex | exceeded retry limit, last status: 429 Too Many Requests | responseTooManyFailedAttempts | true",
                "codex | You've hit your usage limit. Try again in 3 days. | usageLimitExceeded | true",
                "gemini | You have exhausted your daily quota on this model. | http_429 | true",
                "gemini | You have exhausted your capacity on this model. | error | true",
                "opencode | fake rate limit | rpc_-32603 | true",
                "kimi | 429 You exceeded your current quota | provider.api_error | true",
                "qwen | 429 You exceeded your current quota, please check your plan | http_429 | true",
                "claude | Prompt is too long | invalid_request | false",
                "claude | The answer reached the output token limit | max_tokens | false",
                "codex | the conversation is longer than its context window | contextWindowExceeded | false",
                "codex | write failed: Disk quota exceeded | turn_failed | false",
                "gemini | Reached max session turns limit | error | false",
                "qwen | 401 Incorrect API key provided | http_401 | false",
                "nobody | too many requests | x | true",
            })
    void knowsALimitFromOtherFailures(
            String provider, String message, String code, boolean isLimit) {
        assertEquals(isLimit, signs.isLimit(provider, Event.Failed.fatal(message, code)), message);
    }
}
