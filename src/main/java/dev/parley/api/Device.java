package dev.parley.api;

import java.time.Instant;

/// A browser that may use Parley.
///
/// @param isRemote whether it is on another machine
public record Device(String id, String name, Instant created, Instant lastSeen, boolean isRemote) {}
