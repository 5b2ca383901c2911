package dev.parley.api;

import java.util.Optional;

/// What is to be added up.
///
/// @param since the first day that counts, as people write one
/// @param until the last one
/// @param project its path, or the last names of it
/// @param hasModels whether each line tells what came of which model
public record UsageRequest(
        UsageBy by,
        Optional<String> since,
        Optional<String> until,
        Optional<String> provider,
        Optional<String> project,
        boolean hasModels) {}
