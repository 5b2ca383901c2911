package dev.parley.provider.acp;

import dev.parley.provider.AcpOptions;
import dev.parley.provider.LiveTools;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// What the conversations of one connection share.
final class AcpLink {
    private final AcpOptions quirks;
    private final Map<String, String> permissions;
    private final boolean takesSystemArgument;
    private final LiveTools tools;
    private final Consumer<AcpConversation> onGone;
    private final AcpRequests requests = new AcpRequests();
    private final Map<String, AcpConversation> byNativeId = new HashMap<>();

    /// @param permissions our name of each mode the profile names
    /// @param takesSystemArgument the process got the system prompt
    AcpLink(
            AcpOptions quirks,
            Map<String, String> permissions,
            boolean takesSystemArgument,
            LiveTools tools,
            Consumer<AcpConversation> onGone) {
        this.quirks = quirks;
        this.permissions = Map.copyOf(permissions);
        this.takesSystemArgument = takesSystemArgument;
        this.tools = tools;
        this.onGone = onGone;
    }

    AcpOptions quirks() {
        return quirks;
    }

    boolean takesSystemArgument() {
        return takesSystemArgument;
    }

    /// How the agent uses tools of Parley.
    LiveTools tools() {
        return tools;
    }

    AcpRequests requests() {
        return requests;
    }

    /// The permission a mode of the agent stands for.
    Optional<String> permission(String mode) {
        return Optional.ofNullable(permissions.get(mode));
    }

    /// False when another conversation has that session.
    boolean claim(String nativeId, AcpConversation conversation) {
        return byNativeId.putIfAbsent(nativeId, conversation) == null;
    }

    /// The conversation is over, or never began.
    void forget(AcpConversation conversation) {
        byNativeId.values().remove(conversation);
        onGone.accept(conversation);
    }

    Optional<AcpConversation> find(String nativeId) {
        return Optional.ofNullable(byNativeId.get(nativeId));
    }
}
