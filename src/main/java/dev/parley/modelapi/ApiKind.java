package dev.parley.modelapi;

import com.fasterxml.jackson.annotation.JsonProperty;

/// How an API is spoken to.
public enum ApiKind {
    /// Chat completions: OpenAI, xAI, and most servers that run models on one's own machine.
    @JsonProperty("openai")
    OPENAI(new OpenAiFormat()),
    /// Messages.
    @JsonProperty("anthropic")
    ANTHROPIC(new AnthropicFormat()),
    /// Generate content.
    @JsonProperty("google")
    GOOGLE(new GoogleFormat());

    private final ApiFormat format;

    ApiKind(ApiFormat format) {
        this.format = format;
    }

    ApiFormat format() {
        return format;
    }
}
