package dev.parley.provider.demo;

import dev.parley.provider.Provider;
import dev.parley.provider.StoredFormat;

/// The demo agent.
public final class Demo {
    public static final Provider PROVIDER =
            new Provider("demo", Demo.class, new StoredFormat("DEMO", DemoHistory::new));

    private Demo() {}
}
