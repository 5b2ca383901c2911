package dev.parley.session;

import dev.parley.event.SessionKey;
import dev.parley.provider.LiveRequest;
import dev.parley.provider.Permission;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/// A session as it is in the store: how it was asked for, so that it can go on in the same way, and
/// where it stands.
///
/// @param model what the provider is told; absent: its own choice
/// @param shownModel what the provider calls the model it uses
/// @param turnId the turn that runs
/// @param owner the Parley that has it open
record StoredSession(
        SessionId id,
        String provider,
        Path cwd,
        @Nullable String system,
        List<Path> directories,
        @Nullable Path home,
        Instant createdAt,
        @Nullable String nativeId,
        SessionState state,
        @Nullable String model,
        @Nullable String shownModel,
        Permission permission,
        @Nullable String title,
        @Nullable String turnId,
        @Nullable Owner owner,
        Instant updatedAt) {
    StoredSession {
        directories = List.copyOf(directories);
        // As exact as the store keeps them, so that a row can be compared with what was stored.
        createdAt = createdAt.truncatedTo(ChronoUnit.MILLIS);
        updatedAt = updatedAt.truncatedTo(ChronoUnit.MILLIS);
    }

    Optional<SessionKey> key() {
        return Optional.ofNullable(nativeId).map(known -> new SessionKey(provider, known));
    }

    LiveRequest request() {
        return new LiveRequest(
                cwd,
                permission,
                Optional.ofNullable(nativeId),
                Optional.ofNullable(model),
                Optional.ofNullable(system),
                directories,
                Optional.ofNullable(home));
    }

    /// A Parley that is not there any more cannot have it open.
    boolean isAbandoned(Owner self) {
        return owner != null && !owner.equals(self) && !owner.isAlive();
    }

    StoredSession in(SessionState now, @Nullable String turn) {
        return new StoredSession(
                id,
                provider,
                cwd,
                system,
                directories,
                home,
                createdAt,
                nativeId,
                now,
                model,
                shownModel,
                permission,
                title,
                turn,
                owner,
                updatedAt);
    }

    StoredSession named(@Nullable String knownAs) {
        return new StoredSession(
                id,
                provider,
                cwd,
                system,
                directories,
                home,
                createdAt,
                knownAs,
                state,
                model,
                shownModel,
                permission,
                title,
                turnId,
                owner,
                updatedAt);
    }

    StoredSession titled(@Nullable String text) {
        return new StoredSession(
                id,
                provider,
                cwd,
                system,
                directories,
                home,
                createdAt,
                nativeId,
                state,
                model,
                shownModel,
                permission,
                text,
                turnId,
                owner,
                updatedAt);
    }

    StoredSession withModel(@Nullable String told, @Nullable String shown) {
        return new StoredSession(
                id,
                provider,
                cwd,
                system,
                directories,
                home,
                createdAt,
                nativeId,
                state,
                told,
                shown,
                permission,
                title,
                turnId,
                owner,
                updatedAt);
    }

    StoredSession with(Permission mode) {
        return new StoredSession(
                id,
                provider,
                cwd,
                system,
                directories,
                home,
                createdAt,
                nativeId,
                state,
                model,
                shownModel,
                mode,
                title,
                turnId,
                owner,
                updatedAt);
    }

    StoredSession ownedBy(@Nullable Owner now) {
        return new StoredSession(
                id,
                provider,
                cwd,
                system,
                directories,
                home,
                createdAt,
                nativeId,
                state,
                model,
                shownModel,
                permission,
                title,
                turnId,
                now,
                updatedAt);
    }

    StoredSession at(Instant now) {
        return new StoredSession(
                id,
                provider,
                cwd,
                system,
                directories,
                home,
                createdAt,
                nativeId,
                state,
                model,
                shownModel,
                permission,
                title,
                turnId,
                owner,
                now);
    }
}
