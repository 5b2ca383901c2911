package dev.parley.testing;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import java.time.Duration;

/// A test that waits for something without a limit of its own waits as long as a busy machine may
/// need for it, not Awaitility's ten seconds. JUnit finds this by itself
/// (`junit-platform.properties`).
public final class AmpleWaits implements BeforeAllCallback {
    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(Duration.ofMinutes(1));
    }
}
