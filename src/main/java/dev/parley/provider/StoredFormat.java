package dev.parley.provider;

import dev.parley.portable.NativeFormat;
import dev.parley.sessionfile.StoredHistory;

import org.jspecify.annotations.Nullable;

import java.util.function.Function;
import java.util.function.Supplier;

/// How a CLI stores its sessions, with its older forms, and how a new one is written.
///
/// @param history makes a reader, given the provider that is named in the events
/// @param writer absent where no session can be brought
public record StoredFormat(
        String name,
        Function<String, StoredHistory> history,
        @Nullable Supplier<NativeFormat> writer)
        implements Format {
    public StoredFormat(String name, Function<String, StoredHistory> history) {
        this(name, history, null);
    }
}
