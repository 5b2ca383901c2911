package dev.parley.work;

/// One message of a conversation that was led elsewhere.
public record Said(Role role, String text) {
    /// Who said it.
    public enum Role {
        /// Instructions that stand above the conversation.
        SYSTEM,
        USER,
        ASSISTANT
    }
}
