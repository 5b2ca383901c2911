package dev.parley.modelapi;

import com.fasterxml.jackson.annotation.JsonProperty;

/// How an API is spoken to.
public enum ApiKind {
    /// Chat completions: OpenAI, xAI, and most servers that run models on one's own machine.
    @JsonProperty("openai")
    OPENAI,
    /// Messages.
    @JsonProperty("anthropic")
    ANTHROPIC,
    /// Generate content.
    @JsonProperty("google")
    GOOGLE;

    ApiFormat format() {
        return switch (this) {
            case OPENAI -> new OpenAiFormat();
            case ANTHROPIC -> new AnthropicFormat();
            case GOOGLE -> new GoogleFormat();
        };
    }
}
