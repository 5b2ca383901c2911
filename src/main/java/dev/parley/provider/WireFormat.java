package dev.parley.provider;

import dev.parley.wire.LiveDialect;

import java.util.function.Function;

/// How a CLI holds live conversations.
///
/// @param dialect makes a fresh dialect for one connection, given the part of the profile that
///   names this format
public record WireFormat(String name, Function<ProviderProfile.Live, LiveDialect> dialect)
        implements Format {}
