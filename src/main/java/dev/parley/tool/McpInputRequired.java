package dev.parley.tool;

import java.util.Map;

/// Thrown through a tool whose client has to answer something first. The client calls again with
/// the answers, as revision 2026-07-28 has it.
final class McpInputRequired extends RuntimeException {
    private final transient Map<String, ClientRequest> requests;

    McpInputRequired(Map<String, ClientRequest> requests) {
        super("The client is asked first", null, false, false);
        this.requests = requests;
    }

    Map<String, ClientRequest> requests() {
        return requests;
    }
}
