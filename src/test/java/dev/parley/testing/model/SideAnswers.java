package dev.parley.testing.model;

import dev.parley.testing.model.Conversation.Offer;

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
                .orElse(Reply.text("Side answer"));
    }

    /// Qwen Code asks for a shape by forcing the call of one tool.
    private static Reply inSchema(Offer offer) {
        return Reply.tool(offer.name(), Json.write(SchemaSample.of(offer.schema())));
    }
}
