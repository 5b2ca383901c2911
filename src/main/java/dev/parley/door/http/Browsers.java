package dev.parley.door.http;

import org.jspecify.annotations.Nullable;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/// Which browsers were let in, by the cookie they show.
public interface Browsers {
    /// Lets one in.
    ///
    /// @param name what it says it is
    /// @param isRemote whether it is on another machine
    /// @return the value of its cookie
    String welcome(String name, boolean isRemote);

    boolean isKnown(String cookie);

    /// One cookie for all of them, as long as this process lives.
    static Browsers forThisProcess() {
        return new Browsers() {
            // Made at the first login: random numbers are not cheap, and the start waits for them.
            private final AtomicReference<@Nullable String> cookie = new AtomicReference<>();

            @Override
            public String welcome(String name, boolean isRemote) {
                cookie.compareAndSet(null, Token.random());
                return Objects.requireNonNull(cookie.get());
            }

            @Override
            public boolean isKnown(String shown) {
                var made = cookie.get();
                return made != null && Token.equal(shown, made);
            }
        };
    }
}
