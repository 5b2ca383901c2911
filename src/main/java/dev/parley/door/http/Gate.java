package dev.parley.door.http;

import dev.parley.api.ApiKey;
import dev.parley.base.problem.Problem;

import org.jspecify.annotations.Nullable;

import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
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
    private static final Duration COOKIE_LIFETIME = Duration.ofDays(90);
    private static final Set<String> LOCAL_NAMES = Set.of("127.0.0.1", "localhost", "[::1]");

    private final Token token;
    private final Function<String, Optional<ApiKey>> keys;
    private final Browsers browsers;
    private final LoginCodes codes;
    private volatile Set<String> networkNames = Set.of();
    private volatile @Nullable String networkAddress;

    public Gate(Token token, Clock clock) {
        this(token, clock, _ -> Optional.empty());
    }

    /// @param keys finds a key by its secret
    public Gate(Token token, Clock clock, Function<String, Optional<ApiKey>> keys) {
        this(token, clock, keys, Browsers.forThisProcess());
    }

    /// @param browsers those that were let in
    public Gate(
            Token token, Clock clock, Function<String, Optional<ApiKey>> keys, Browsers browsers) {
        this.token = token;
        this.keys = keys;
        this.browsers = browsers;
        codes = new LoginCodes(clock);
    }

    /// Answers over TLS, too.
    ///
    /// @param address what other devices open
    /// @param names of this machine on its network
    public void openToNetwork(String address, Set<String> names) {
        networkNames = Set.copyOf(names);
        networkAddress = address;
    }

    /// What other devices open, if they can.
    public Optional<String> networkAddress() {
        return Optional.ofNullable(networkAddress);
    }

    /// A code that lets another device in once, within five minutes.
    public String newPairing() {
        return codes.pairing();
    }

    /// The path of a link that opens the page once, within ten minutes.
    public String newLink() {
        return "/login?code=" + codes.link();
    }

    /// Takes a link's code and answers with the cookie.
    public Response login(Request request) {
        codes.take(request.query().getOrDefault("code", ""), request.isSecure());
        var name = BrowserName.of(request.header("user-agent").orElse(""));
        var cookie = browsers.welcome(name, request.isSecure());
        return Response.redirect(
                "/",
                cookieName(request)
                        + "="
                        + cookie
                        + "; HttpOnly; SameSite=Strict; Path=/; Max-Age="
                        + COOKIE_LIFETIME.toSeconds()
                        + (request.isSecure() ? "; Secure" : ""));
    }

    /// The cookie a request shows, whether it is good or not.
    public static Optional<String> shownCookie(Request request) {
        return request.cookie(cookieName(request));
    }

    /// Where a person types a code.
    public Response pairingPage(Request request) {
        return ProblemPage.pairing();
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
                        && shownCookie(request).filter(browsers::isKnown).isPresent();
    }

    /// Browsers keep cookies per host, not per port, and there may be two of us.
    private static String cookieName(Request request) {
        return COOKIE + "-" + request.header("host").orElse("").replaceFirst("^.*:", "");
    }

    private void checkHost(Request request) {
        var host = request.header("host").orElse("");
        var name = host.replaceFirst(":\\d+$", "").toLowerCase(Locale.ROOT);
        if (!LOCAL_NAMES.contains(name) && !(request.isSecure() && networkNames.contains(name))) {
            throw Problem.invalid(
                    "Parley does not answer for the host \"" + host + "\".", "Use 127.0.0.1.");
        }
    }

    private static void checkOrigin(Request request) {
        var origin = request.header("origin");
        if (origin.isPresent()
                && !origin.get()
                        .equals(request.scheme() + "://" + request.header("host").orElse(""))) {
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
