package dev.parley.work.agent;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A question to a model.
///
/// @param project the absolute directory the question is about
/// @param sessionId the conversation it belongs to, if it shall go on
/// @param outputFormat what the answer shall look like, in words
/// @param context paths in the project whose files go with the question
public record ConsultRequest(
        Path project,
        Optional<String> sessionId,
        String model,
        String question,
        Optional<String> outputFormat,
        List<String> context) {
    public ConsultRequest {
        context = List.copyOf(context);
    }
}
