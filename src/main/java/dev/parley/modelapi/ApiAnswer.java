package dev.parley.modelapi;

import dev.parley.event.Usage;

import java.util.Optional;

/// What a model answered, to its end.
///
/// @param usage absent where the API does not tell
public record ApiAnswer(String text, Optional<Usage> usage) {}
