package dev.parley.session;

import dev.parley.api.SessionId;

/// What agents are told before a prompt, beside the user's own words. Called on the thread of a
/// session, which waits for the answer.
public interface PromptNotes {
    PromptNotes NONE =
            new PromptNotes() {
                @Override
                public String before(SessionId session) {
                    return "";
                }

                @Override
                public void heard(SessionId session) {}
            };

    /// The text to put before the next prompt; empty when there is nothing to tell. It is neither
    /// stored nor shown as something the user said.
    String before(SessionId session) throws InterruptedException;

    /// A turn came to its regular end: its agent has heard what was put before its prompt.
    void heard(SessionId session) throws InterruptedException;
}
