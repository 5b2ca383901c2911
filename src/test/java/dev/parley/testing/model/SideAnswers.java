package dev.parley.testing.model;

import dev.parley.testing.model.Conversation.Offer;

import java.util.stream.Stream;

/// Harmless answers to what a CLI asks on its own account.
final class SideAnswers {
    private SideAnswers() {}

    static Reply to(ModelRequest request) {
        var schema = request.api().wantedSchema(request.body());
        if (schema.isPresent()) {
            return Reply.text(Json.write(SchemaSample.of(schema.get())));
        }
        return request.conversation().offers().stream()
                .filter(offer -> offer.name().equals("respond_in_schema"))
                .findFirst()
                .map(SideAnswers::inSchema)
                .orElseGet(() -> inWords(request));
    }

    /// A title, or a summary: some CLIs ask again, or give up, when it lacks the tag they asked
    /// for.
    private static Reply inWords(ModelRequest request) {
        var order = request.systemText() + request.conversation().lastUserText();
        return Stream.of("state_snapshot", "summary")
                .filter(tag -> order.contains("<" + tag + ">"))
                .findFirst()
                // Qwen Code believes a summary only of one that says it read the conversation.
                .map(tag ->
                        Reply.text("<%s>Side answer</%s>".formatted(tag, tag))
                                .usage(20_000, 20, 0, 0))
                .orElse(Reply.text("Side answer"));
    }

    /// Qwen Code asks for a shape by forcing the call of one tool.
    private static Reply inSchema(Offer offer) {
        return Reply.tool(offer.name(), Json.write(SchemaSample.of(offer.schema())));
    }
}
