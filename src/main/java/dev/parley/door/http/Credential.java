package dev.parley.door.http;

/// What a request may show to be let in.
public enum Credential {
    /// The door is open to everybody on this machine.
    NOTHING,
    /// The token in the data directory.
    TOKEN,
    /// The cookie a browser got for a link.
    COOKIE,
    /// A key of another program.
    API_KEY
}
