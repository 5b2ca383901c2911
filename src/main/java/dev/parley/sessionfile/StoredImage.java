package dev.parley.sessionfile;

import java.util.Optional;
import java.util.regex.Pattern;

/// An image of a prompt, as the CLIs keep it: in base64.
public record StoredImage(String mediaType, String base64) {
    private static final Pattern DATA =
            Pattern.compile("data:(image/[a-z0-9.+-]{1,40});base64,([A-Za-z0-9+/=\\s]+)");

    /// An image that is its own address; nothing is fetched from elsewhere.
    public static Optional<StoredImage> ofUrl(String url) {
        var data = DATA.matcher(url);
        return data.matches()
                ? Optional.of(new StoredImage(data.group(1), data.group(2)))
                : Optional.empty();
    }

    public String url() {
        return "data:" + mediaType + ";base64," + base64;
    }
}
