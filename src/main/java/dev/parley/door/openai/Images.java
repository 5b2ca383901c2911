package dev.parley.door.openai;

import dev.parley.event.Action;
import dev.parley.work.call.ChatMessage.Image;

import tools.jackson.databind.JsonNode;

import java.util.Base64;
import java.util.regex.Pattern;

/// Reads images out of message parts. They come in the request itself: Parley fetches nothing.
final class Images {
    private static final Pattern DATA =
            Pattern.compile("(?s)data:image/(png|jpeg|jpg|gif|webp)(?:;[^;,]+)*;base64,(.+)");

    private Images() {}

    /// @param part of the type `image_url` (chats) or `input_image` (responses)
    static Image read(JsonNode part, String place) {
        var nested = part.path("image_url");
        var url = nested.isObject() ? nested.path("url") : nested;
        if (!url.isString()) {
            throw part.hasNonNull("file_id")
                    ? ApiError.unsupported(
                            place + ".file_id", "Parley keeps no files; send a data URL.")
                    : Parameters.wrongType(place + ".image_url", "a data URL");
        }
        var data = DATA.matcher(url.asString());
        if (!data.matches()) {
            throw ApiError.wrong(
                    place + ".image_url",
                    "Invalid value for '" + place + ".image_url'.",
                    "Parley does not fetch images; send a data URL: data:image/png;base64,… (png, jpeg, gif or webp).");
        }
        var type = data.group(1).equals("jpg") ? "jpeg" : data.group(1);
        var content = new Action.Image("image/" + type, checked(data.group(2).strip(), place));
        return new Image(content, place);
    }

    private static String checked(String base64, String place) {
        try {
            Base64.getDecoder().decode(base64);
            return base64;
        } catch (IllegalArgumentException _) {
            throw ApiError.wrong(
                    place + ".image_url",
                    "The image in '" + place + "' is no valid base64.",
                    "Encode its bytes again.");
        }
    }
}
