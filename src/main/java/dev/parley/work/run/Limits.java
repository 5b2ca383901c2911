package dev.parley.work.run;

import java.time.Duration;

/// How long a run may take and how many bytes it may print.
public record Limits(Duration timeout, long output) {}
