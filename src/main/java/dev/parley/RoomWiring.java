package dev.parley;

import dev.parley.modelapi.ApiDirectory;
import dev.parley.modelapi.ModelApis;
import dev.parley.session.Sessions;
import dev.parley.work.advice.Costs;
import dev.parley.work.advice.Participants;
import dev.parley.work.agent.AgentHomes;
import dev.parley.work.change.Changes;
import dev.parley.work.room.RoomParts;
import dev.parley.work.room.Rooms;
import dev.parley.work.room.Speakers;
import dev.parley.work.ticket.Tickets;

import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/// Puts rooms together.
record RoomWiring(
        Machine machine,
        Sessions sessions,
        Changes changes,
        Tickets tickets,
        StoreSupply kept,
        ToolSupply tools) {
    Rooms rooms() {
        var file = machine.directories().configFile().toString();
        var apis = new ApiDirectory(machine.config().apis(), machine.environment(), file);
        var asked =
                new ModelApis(
                        ModelApis.Patience.USUAL,
                        Thread::sleep,
                        machine.clock(),
                        () -> ThreadLocalRandom.current().nextDouble());
        var speakers =
                new Speakers(
                        sessions,
                        machine.providers(),
                        machine.installations(),
                        new Participants(
                                machine.catalog(),
                                machine.providers(),
                                machine.installations(),
                                apis),
                        asked,
                        homes(),
                        tools.servers(),
                        new Costs(machine.directories().pricesFile()),
                        machine.directories().data().resolve("rooms"));
        return new RoomParts(
                        kept.rooms(),
                        speakers,
                        sessions,
                        changes,
                        tickets,
                        machine.git(),
                        machine.directories().config(),
                        machine.clock())
                .rooms();
    }

    /// The user puts these agents into a room and talks with them: they use the user's sign-in.
    private AgentHomes homes() {
        return new AgentHomes(
                machine.directories().data().resolve("homes"),
                machine.directories().config().resolve("homes"),
                Set.copyOf(machine.providers().ids()),
                machine.environment(),
                machine.environments());
    }
}
