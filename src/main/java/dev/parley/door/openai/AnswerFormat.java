package dev.parley.door.openai;

import dev.parley.door.http.Response.ServerEvent;
import dev.parley.work.call.CallResult;

import tools.jackson.databind.node.ObjectNode;

import java.util.List;

/// The form of one answer in an API, whole or piece by piece. Belongs to one request.
interface AnswerFormat {
    /// What the schema of the answer is called in this API.
    String schemaParameter();

    /// The whole answer.
    ///
    /// @param answer empty if the agent only calls functions
    ObjectNode whole(String answer, CallResult result);

    /// What goes before everything else.
    List<ServerEvent> opening();

    List<ServerEvent> piece(String text);

    /// What goes behind the last piece, calls of functions first.
    ///
    /// @param text all pieces together
    List<ServerEvent> closing(String text, CallResult result);

    /// What goes behind the pieces there were when it fails.
    ///
    /// @param hasBegun whether the opening was sent
    List<ServerEvent> failure(ApiError error, boolean hasBegun);
}
