package dev.parley.provider;

import dev.parley.wire.LiveDialect;

import java.util.function.Function;

/// How a CLI holds live conversations.
///
/// @param dialect makes a fresh dialect for one connection, given the part of the profile that
///   names this format
/// @param tools how agents reach tools of Parley
public record WireFormat(
        String name, Function<ProviderProfile.Live, LiveDialect> dialect, ToolDelivery tools)
        implements Format {
    public WireFormat(String name, Function<ProviderProfile.Live, LiveDialect> dialect) {
        this(name, dialect, ToolDelivery.WIRE);
    }

    /// How agents reach tools of Parley.
    public enum ToolDelivery {
        /// The format has messages for it.
        WIRE,
        /// They are told of an MCP server.
        SERVER
    }
}
