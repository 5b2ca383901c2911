package dev.parley.process;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The environment of a child: only what is on a list. Keys and session markers of the process that
/// started Parley reach no provider they are not meant for.
public final class ChildEnvironment {
    /// What every program may need: where things are, who the user is, language, terminal, proxies,
    /// certificates.
    private static final List<String> COMMON =
            List.of(
                    "PATH",
                    "HOME",
                    "USER",
                    "LOGNAME",
                    "SHELL",
                    "LANG",
                    "LANGUAGE",
                    "LC_*",
                    "TZ",
                    "TMPDIR",
                    "TERM",
                    "COLORTERM",
                    "NO_COLOR",
                    "XDG_*",
                    "SSH_AUTH_SOCK",
                    "HTTP_PROXY",
                    "HTTPS_PROXY",
                    "NO_PROXY",
                    "ALL_PROXY",
                    "http_proxy",
                    "https_proxy",
                    "no_proxy",
                    "all_proxy",
                    "NODE_EXTRA_CA_CERTS",
                    "SSL_CERT_FILE",
                    "SSL_CERT_DIR",
                    "JAVA_HOME");

    private ChildEnvironment() {}

    /// @param parent Parley's own environment
    /// @param passed further names (`NAME`) and prefixes (`PREFIX_*`) to pass on
    public static Map<String, String> from(Map<String, String> parent, Collection<String> passed) {
        var child = new HashMap<String, String>();
        parent.forEach((name, value) -> {
            if (matches(COMMON, name) || matches(passed, name)) {
                child.put(name, value);
            }
        });
        return child;
    }

    private static boolean matches(Collection<String> patterns, String name) {
        return patterns.stream()
                .anyMatch(pattern ->
                        pattern.endsWith("*")
                                ? name.startsWith(pattern.substring(0, pattern.length() - 1))
                                : name.equals(pattern));
    }
}
