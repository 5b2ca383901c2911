package dev.parley.api;

import com.fasterxml.jackson.annotation.JsonValue;

import java.util.Locale;

/// A file that is in no checkpoint: what is done to it can neither be shown nor taken back.
public record LeftOutFile(String path, long bytes, Why why) {
    /// Why it is not.
    public enum Why {
        /// It is over the limit for one file.
        TOO_LARGE,
        /// Parley may not read it.
        UNREADABLE,
        /// It is a repository of its own.
        REPOSITORY;

        @JsonValue
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
