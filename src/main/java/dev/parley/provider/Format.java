package dev.parley.provider;

import tools.jackson.databind.annotation.JsonDeserialize;

/// A format that a profile may name: how a CLI prints one turn, holds a live conversation, or
/// stores its sessions. Each is a value in the folder of the CLI that it comes from.
@JsonDeserialize(using = FormatReader.class)
public sealed interface Format permits OneShotFormat, WireFormat, StoredFormat {
    /// As it is written in a profile. Formats of different kinds may have the same.
    String name();
}
