package dev.parley.provider;

import dev.parley.base.json.StrictJson;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;

import java.util.Objects;

/// Finds the format that a profile names among the known [Formats], which come with the context of
/// the reading.
final class FormatReader extends ValueDeserializer<Format> {
    private final Class<? extends Format> kind;

    FormatReader() {
        this(Format.class);
    }

    private FormatReader(Class<? extends Format> kind) {
        this.kind = kind;
    }

    @Override
    public FormatReader createContextual(DeserializationContext context, BeanProperty property) {
        return new FormatReader(context.getContextualType().getRawClass().asSubclass(Format.class));
    }

    @Override
    public Format deserialize(JsonParser parser, DeserializationContext context) {
        var formats = (Formats) Objects.requireNonNull(context.getAttribute(StrictJson.CONTEXT));
        var name = parser.hasToken(JsonToken.VALUE_STRING) ? parser.getString() : "";
        return formats.<Format>find(kind, name)
                .orElseThrow(() ->
                        DatabindException.from(
                                parser,
                                "%s is none of %s."
                                        .formatted(
                                                name.isEmpty() ? "it" : "\"" + name + "\"",
                                                String.join(", ", formats.names(kind)))));
    }
}
