package dev.parley.provider.demo;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// What a person can answer when the demo agent asks for permission.
enum DemoOption {
    ALLOW_ONCE("Allow"),
    /// For the rest of the session.
    ALLOW_ALWAYS("Allow always"),
    REJECT_ONCE("Reject");

    private final String label;

    DemoOption(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    /// In ACP, the id and the kind of the option alike.
    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<DemoOption> find(String id) {
        return Arrays.stream(values()).filter(option -> option.id().equals(id)).findFirst();
    }
}
