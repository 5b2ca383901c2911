package dev.parley.door.http;

import dev.parley.api.ApiKey;
import dev.parley.base.problem.Problem;

import org.jspecify.annotations.Nullable;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Decides which requests come in. Programs show the token, or a key of their own where the [Door]
/// takes keys; a browser opens a link that works once and gets a cookie for it. The host and the
/// origin are checked before that and the content type behind it, so that no other page can reach
/// us through a browser.
public final class Gate {
    private static final Pattern BEARER = Pattern.compile("(?i:Bearer)\\s+(\\S+)\\s*");
    private static final String COOKIE = "parley";
    private static final Duration LINK_LIFETIME = Duration.ofMinutes(10);
    private static final Set<String> LOCAL_NAMES = Set.of("127.0.0.1", "localhost", "[::1]");

    private final Token token;
    private final Clock clock;
    private final Function<String, Optional<ApiKey>> keys;
    // Made at the first login: random numbers are not cheap, and the start waits for them.
    private final AtomicReference<@Nullable String> cookie = new AtomicReference<>();
    private final Map<String, Instant> links = new ConcurrentHashMap<>();

    public Gate(Token token, Clock clock) {
        this(token, clock, _ -> Optional.empty());
    }

    /// @param keys finds a key by its secret
    public Gate(Token token, Clock clock, Function<String, Optional<ApiKey>> keys) {
        this.token = token;
        this.clock = clock;
        this.keys = keys;
    }

    /// The path of a link that opens the page once, within ten minutes.
    public String newLink() {
        links.values().removeIf(expiry -> expiry.isBefore(Instant.now(clock)));
        var code = Token.random();
        links.put(code, Instant.now(clock).plus(LINK_LIFETIME));
        return "/login?code=" + code;
    }

    /// Takes a link's code and answers with the cookie.
    public Response login(Request request) {
        var expiry = links.remove(request.query().getOrDefault("code", ""));
        if (expiry == null || expiry.isBefore(Instant.now(clock))) {
            throw new Problem(
                    Problem.Kind.UNAUTHORIZED,
                    "This link has been used or is too old.",
                    "Run `parley up` again: it prints a new one.");
        }
        return Response.redirect(
                "/", cookieName(request) + "=" + cookie() + "; HttpOnly; SameSite=Strict; Path=/");
    }

    /// Lets the request pass, or throws the [Problem] that says why not.
    ///
    /// @return the key it passed with, if it was not the token
    public Optional<ApiKey> check(Request request, Door door) {
        checkHost(request);
        checkOrigin(request);
        var key = identify(request, door);
        checkContentType(request);
        return key;
    }

    /// Whether a request that passed came with a credential.
    boolean hasCredential(Request request, Door door) {
        return !door.takes(Credential.NOTHING) || isKnown(request, door);
    }

    private Optional<ApiKey> identify(Request request, Door door) {
        if (door.takes(Credential.NOTHING) || isKnown(request, door)) {
            return Optional.empty();
        }
        var key =
                door.takes(Credential.API_KEY)
                        ? bearer(request).flatMap(keys)
                        : Optional.<ApiKey>empty();
        if (key.isEmpty()) {
            throw new Problem(
                    Problem.Kind.UNAUTHORIZED,
                    "The token is missing or wrong.",
                    "Open the link that `parley up` prints, or send Authorization: Bearer with the token from its data directory.");
        }
        return key;
    }

    private static Optional<String> bearer(Request request) {
        return request.header("authorization")
                .map(BEARER::matcher)
                .filter(Matcher::matches)
                .map(matcher -> matcher.group(1));
    }

    /// Lets a WebSocket open: it is checked where it comes from. Whether it shows the token or the
    /// cookie already, or has to say the token in its first message, is told.
    ///
    /// @return whether it is known
    boolean checkSocket(Request request, Door door) {
        checkHost(request);
        checkOrigin(request);
        return isKnown(request, door);
    }

    /// Whether a token that was said in a message is the right one.
    public boolean isToken(String said) {
        return token.matches(said);
    }

    /// A wrong token is wrong, whatever else is shown.
    private boolean isKnown(Request request, Door door) {
        var bearer = bearer(request);
        return bearer.isPresent()
                ? door.takes(Credential.TOKEN) && token.matches(bearer.get())
                : door.takes(Credential.COOKIE)
                        && request.cookie(cookieName(request))
                                .filter(value -> Token.equal(value, cookie()))
                                .isPresent();
    }

    private String cookie() {
        cookie.compareAndSet(null, Token.random());
        return Objects.requireNonNull(cookie.get());
    }

    /// Browsers keep cookies per host, not per port, and there may be two of us.
    private static String cookieName(Request request) {
        return COOKIE + "-" + request.header("host").orElse("").replaceFirst("^.*:", "");
    }

    private static void checkHost(Request request) {
        var host = request.header("host").orElse("");
        if (!LOCAL_NAMES.contains(host.replaceFirst(":\\d+$", ""))) {
            throw Problem.invalid(
                    "Parley does not answer for the host \"" + host + "\".", "Use 127.0.0.1.");
        }
    }

    private static void checkOrigin(Request request) {
        var origin = request.header("origin");
        if (origin.isPresent()
                && !origin.get().equals("http://" + request.header("host").orElse(""))) {
            throw new ForeignPage(origin.get());
        }
    }

    /// A form on a foreign page can send anything but JSON, and no header of its own: whoever shows
    /// the token in one and says nothing need not say in what form.
    private static void checkContentType(Request request) {
        if (!request.method().equals("POST")
                || (isSilent(request) && bearer(request).isPresent())) {
            return;
        }
        var type = request.header("content-type").orElse("");
        var mediaType = type.split(";", 2)[0].strip();
        if (!mediaType.equalsIgnoreCase("application/json")) {
            throw Problem.invalid(
                    "The content type is \"" + type + "\".", "Send application/json.");
        }
    }

    private static boolean isSilent(Request request) {
        return request.header("content-type").isEmpty()
                && request.header("transfer-encoding").isEmpty()
                && request.header("content-length").orElse("0").equals("0");
    }
}
