package dev.parley.provider.plain;

import dev.parley.provider.Format;
import dev.parley.provider.OneShotFormat;

import java.util.List;

/// The formats of a single turn that belong to no CLI.
public final class Plain {
    public static final List<Format> FORMATS =
            List.of(
                    // Parley's own events as JSON lines: what the demo agent prints, and any agent
                    // of
                    // a user may.
                    new OneShotFormat("PARLEY", ParleyOneShot::new),
                    // Plain text; the last block of it is the answer.
                    new OneShotFormat("TEXT", TextOneShot::new));

    private Plain() {}
}
