package dev.parley.work.run;

import dev.parley.base.problem.Problem;
import dev.parley.event.Envelope;
import dev.parley.event.SessionKey;
import dev.parley.provider.SessionWriters;

import org.slf4j.LoggerFactory;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/// The native sessions one turn writes to: the one it resumes, and the one the CLI says it is in,
/// which for a new session is known only then. The turn's events come one after the other.
final class RunClaims implements AutoCloseable {
    private final SessionWriters writers;
    private final String provider;
    private final Map<String, SessionWriters.Claim> claims = new LinkedHashMap<>();

    RunClaims(SessionWriters writers, String provider) {
        this.writers = writers;
        this.provider = provider;
    }

    /// Refused if somebody else writes to it.
    synchronized void add(String nativeId) {
        if (!claims.containsKey(nativeId)) {
            var key = new SessionKey(provider, nativeId);
            claims.put(nativeId, writers.claim(key, SessionWriters.Kind.RUN));
        }
    }

    /// Claims what an event names before anybody hears of it.
    Consumer<Envelope> before(Consumer<Envelope> sink) {
        return envelope -> {
            var nativeId = envelope.sessionId();
            if (nativeId != null) {
                addLate(nativeId);
            }
            sink.accept(envelope);
        };
    }

    /// The CLI is in it already: too late to refuse.
    private void addLate(String nativeId) {
        try {
            add(nativeId);
        } catch (Problem problem) {
            LoggerFactory.getLogger(RunClaims.class).warn(problem.message());
            synchronized (this) {
                claims.put(nativeId, () -> {});
            }
        }
    }

    @Override
    public synchronized void close() {
        claims.values().forEach(SessionWriters.Claim::close);
    }
}
