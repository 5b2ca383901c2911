package dev.parley.door.http;

import dev.parley.base.problem.Problem;

/// A page of somebody else wants to come in through the user's browser. Some protocols have a
/// status of their own for that.
public final class ForeignPage extends Problem {
    ForeignPage(String origin) {
        super(
                Kind.INVALID_REQUEST,
                "Parley takes no requests from pages of " + origin + ".",
                "Open Parley's own page.");
    }
}
