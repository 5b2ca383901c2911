package dev.parley.door.openai;

import dev.parley.door.http.Response.ServerEvent;
import dev.parley.work.CallResult;

import tools.jackson.databind.node.ObjectNode;

import java.util.List;

/// How one answer is told in the words of an API, whole or piece by piece. Belongs to one request.
interface AnswerFormat {
    /// What the schema of the answer is called in this API.
    String schemaParameter();

    /// The whole answer.
    ObjectNode whole(String answer, CallResult answered);

    /// What goes before the first piece.
    List<ServerEvent> opening();

    ServerEvent piece(String text);

    /// What goes behind the last piece.
    ///
    /// @param text all pieces together
    List<ServerEvent> closing(String text, CallResult answered);

    /// What goes behind the pieces there were when it fails.
    ///
    /// @param hasBegun whether the opening was told
    List<ServerEvent> failure(ApiError error, boolean hasBegun);
}
