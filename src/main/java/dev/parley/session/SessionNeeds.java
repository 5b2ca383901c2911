package dev.parley.session;

import dev.parley.event.SessionKey;
import dev.parley.process.Supervisor;
import dev.parley.provider.Installations;
import dev.parley.provider.ModelCatalog;
import dev.parley.provider.ProviderEnvironment;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.Providers;
import dev.parley.provider.SessionWriters;
import dev.parley.store.RoomSessions;
import dev.parley.store.SessionStore;
import dev.parley.wire.LiveDialect;

import java.time.Clock;
import java.util.function.Function;
import java.util.function.Predicate;

/// What live sessions need of the rest of the program.
///
/// @param dialects a fresh dialect for one connection
/// @param isInTerminal whether a terminal shows a native session
/// @param whereabouts where a native session was held
/// @param writers knows which other programs write to a native session
/// @param rooms knows which sessions agents in rooms have
/// @param tools what sessions are offered
/// @param notes what agents are told beside the user's words
/// @param watch told when turns begin and end
public record SessionNeeds(
        SessionStore store,
        Supervisor supervisor,
        Providers providers,
        ModelCatalog models,
        Installations installations,
        ProviderEnvironment environments,
        Function<ProviderProfile.Live, LiveDialect> dialects,
        Predicate<SessionKey> isInTerminal,
        SessionLocator whereabouts,
        SessionWriters writers,
        RoomSessions rooms,
        ToolSource tools,
        PromptNotes notes,
        TurnWatch watch,
        Clock clock) {}
