package dev.parley.door.mcp;

import dev.parley.tool.McpConversation;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// The clients of older revisions that have shaken hands, by their session ids. Nobody says goodbye
/// for sure, so the one that was silent for longest makes room. Thread-safe.
final class McpSessions {
    private static final int MOST = 256;

    // Guarded by this; in the order of their last use.
    private final Map<String, McpConversation> open = new LinkedHashMap<>(16, 0.75f, true);

    synchronized String open(McpConversation conversation) {
        var id = UUID.randomUUID().toString();
        open.put(id, conversation);
        if (open.size() > MOST) {
            close(open.keySet().iterator().next());
        }
        return id;
    }

    synchronized Optional<McpConversation> find(String id) {
        return Optional.ofNullable(open.get(id));
    }

    /// @return whether there was one
    synchronized boolean close(String id) {
        var conversation = open.remove(id);
        if (conversation != null) {
            conversation.close();
        }
        return conversation != null;
    }

    synchronized void closeAll() {
        open.values().forEach(McpConversation::close);
        open.clear();
    }
}
