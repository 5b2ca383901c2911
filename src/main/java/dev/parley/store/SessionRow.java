package dev.parley.store;

import dev.parley.api.SessionId;
import dev.parley.api.SessionState;
import dev.parley.event.Permission;
import dev.parley.event.SessionKey;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// A session as it is in the store: how it was asked for, so that it can go on in the same way, and
/// where it stands.
public record SessionRow(SessionId id, Asked asked, Standing standing) {
    /// What was asked for, and does not change.
    ///
    /// @param tools the names of Parley's tools; absent: those of the configuration
    /// @param createdAt as exact as the store keeps it, so that a row can be compared with what was
    ///   stored
    public record Asked(
            String provider,
            Path cwd,
            @Nullable String system,
            List<Path> directories,
            @Nullable Path home,
            @Nullable List<String> tools,
            Instant createdAt) {
        public Asked {
            directories = List.copyOf(directories);
            tools = tools == null ? null : List.copyOf(tools);
            createdAt = createdAt.truncatedTo(ChronoUnit.MILLIS);
        }
    }

    /// Where it stands.
    ///
    /// @param model what the provider is told; absent: its own choice
    /// @param shownModel what the provider calls the model it uses
    /// @param turnId the turn that runs
    /// @param owner the Parley that has it open
    public record Standing(
            @Nullable String nativeId,
            SessionState state,
            @Nullable String model,
            @Nullable String shownModel,
            Permission permission,
            @Nullable String title,
            @Nullable String turnId,
            @Nullable OwnerProcess owner,
            Instant updatedAt) {
        public Standing {
            updatedAt = updatedAt.truncatedTo(ChronoUnit.MILLIS);
        }

        public Standing named(@Nullable String known) {
            return new Standing(
                    known, state, model, shownModel, permission, title, turnId, owner, updatedAt);
        }

        public Standing in(SessionState now, @Nullable String turn) {
            return new Standing(
                    nativeId, now, model, shownModel, permission, title, turn, owner, updatedAt);
        }

        public Standing withModel(@Nullable String told, @Nullable String shown) {
            return new Standing(
                    nativeId, state, told, shown, permission, title, turnId, owner, updatedAt);
        }

        public Standing with(Permission mode) {
            return new Standing(
                    nativeId, state, model, shownModel, mode, title, turnId, owner, updatedAt);
        }

        public Standing titled(@Nullable String text) {
            return new Standing(
                    nativeId, state, model, shownModel, permission, text, turnId, owner, updatedAt);
        }

        public Standing ownedBy(@Nullable OwnerProcess now) {
            return new Standing(
                    nativeId, state, model, shownModel, permission, title, turnId, now, updatedAt);
        }

        public Standing at(Instant now) {
            return new Standing(
                    nativeId, state, model, shownModel, permission, title, turnId, owner, now);
        }
    }

    public String provider() {
        return asked.provider();
    }

    public @Nullable String nativeId() {
        return standing.nativeId();
    }

    public @Nullable OwnerProcess owner() {
        return standing.owner();
    }

    public Optional<SessionKey> key() {
        return Optional.ofNullable(nativeId()).map(known -> new SessionKey(provider(), known));
    }

    /// A Parley that is not there any more cannot have it open.
    public boolean isAbandoned(OwnerProcess self) {
        var other = owner();
        return other != null && !other.equals(self) && other.isGone(self);
    }

    public SessionRow now(UnaryOperator<Standing> change) {
        return new SessionRow(id, asked, change.apply(standing));
    }
}
