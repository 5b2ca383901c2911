package dev.parley.work.install;

import tools.jackson.databind.JsonNode;

/// A configuration file as text, in which one entry can be set and removed.
interface ConfigText {
    /// The variable of an entry that is ours: an older one must not stay.
    String HOME = "PARLEY_HOME";

    /// The text with the entry of this name, which replaces one that is there.
    ///
    /// @throws BrokenText when the text is not what it should be
    String with(String text, String section, String name, JsonNode entry);

    /// The text without it; the same text if it is not there.
    ///
    /// @throws BrokenText when the text is not what it should be
    String without(String text, String section, String name);

    /// A text that nobody should change without looking at it.
    final class BrokenText extends RuntimeException {
        BrokenText(String reason) {
            super(reason);
        }

        String reason() {
            return String.valueOf(getMessage());
        }
    }
}
