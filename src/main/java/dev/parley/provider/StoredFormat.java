package dev.parley.provider;

import dev.parley.sessionfile.StoredHistory;

import java.util.function.Function;

/// How a CLI stores its sessions, with its older forms.
///
/// @param history makes a reader, given the provider that is named in the events
public record StoredFormat(String name, Function<String, StoredHistory> history)
        implements Format {}
