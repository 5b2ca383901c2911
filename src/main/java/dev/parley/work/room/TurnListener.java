package dev.parley.work.room;

import tools.jackson.databind.JsonNode;

/// Hears what an agent does in its turn. Called on the thread of the turn.
interface TurnListener {
    /// From here on its time counts.
    void began(String session);

    void wrote(String piece);

    void thought(String piece);

    void called(String callId, String tool, JsonNode arguments);

    void returned(String callId, boolean isError);
}
