package dev.parley.work.room;

import dev.parley.api.Agent;
import dev.parley.api.SessionId;
import dev.parley.base.problem.Problem;
import dev.parley.event.Action;
import dev.parley.modelapi.ModelApis;
import dev.parley.provider.Installations;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.Providers;
import dev.parley.session.Sessions;
import dev.parley.tool.server.ToolServers;
import dev.parley.work.advice.Costs;
import dev.parley.work.advice.Participant;
import dev.parley.work.advice.Participants;
import dev.parley.work.agent.AgentHomes;

import java.nio.file.Path;
import java.util.Optional;

/// Finds who answers for an agent: the CLI it names, else whoever answers to the name of its model,
/// an API first. Thread-safe.
public final class Speakers {
    private final Sessions sessions;
    private final Providers providers;
    private final Installations installations;
    private final Participants participants;
    private final ModelApis apis;
    private final AgentHomes homes;
    private final ToolServers servers;
    private final Costs costs;
    private final Path places;

    /// @param places where rooms without a repository have their empty directories
    public Speakers(
            Sessions sessions,
            Providers providers,
            Installations installations,
            Participants participants,
            ModelApis apis,
            AgentHomes homes,
            ToolServers servers,
            Costs costs,
            Path places) {
        this.sessions = sessions;
        this.providers = providers;
        this.installations = installations;
        this.participants = participants;
        this.apis = apis;
        this.homes = homes;
        this.servers = servers;
        this.costs = costs;
        this.places = places;
    }

    Speaker of(Agent agent) throws InterruptedException {
        var model = Optional.ofNullable(agent.model());
        if (agent.provider() != null) {
            var profile =
                    installations.locate(providers.named(agent.provider())).orMissing().profile();
            checkEffort(agent, profile);
            return new SessionSpeaker(sessions, homes, servers, costs, places, profile, model);
        }
        if (model.isEmpty()) {
            throw Problem.invalid(
                    "Nobody answers for " + agent.name() + ".",
                    "Give it a provider ("
                            + String.join(", ", providers.ids())
                            + ") or the name of a model.");
        }
        return switch (participants.adviser(model.get())) {
            case Participant.Api api -> {
                if (!agent.tools().isEmpty() || !agent.mcpServers().isEmpty()) {
                    throw Problem.invalid(
                            "The agent "
                                    + agent.name()
                                    + " has tools, and is on a model API, where there are none.",
                            "Give it a provider, or no tools.");
                }
                if (agent.effort() != null) {
                    throw Problem.invalid(
                            "The agent "
                                    + agent.name()
                                    + " has an effort, and is on a model API, which is not told one.",
                            "Give it a provider, or no effort.");
                }
                yield new ApiSpeaker(apis, costs, api);
            }
            case Participant.Cli(_, var profile, _) -> {
                checkEffort(agent, profile);
                yield new SessionSpeaker(
                        sessions,
                        homes,
                        servers,
                        costs,
                        places,
                        installations.locate(profile).orMissing().profile(),
                        model);
            }
        };
    }

    /// The thread of an agent is not needed any more.
    void leave(String session) {
        Thread.startVirtualThread(() -> {
            try {
                sessions.ask(SessionId.of(session), new Action.Close());
            } catch (Problem _) {
                // it is gone already
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /// Refuses an agent for which nobody could ever answer.
    void check(Agent agent) {
        if (agent.provider() != null) {
            checkEffort(agent, providers.named(agent.provider()));
        } else if (agent.model() == null) {
            throw Problem.invalid(
                    "The agent " + agent.name() + " has neither a provider nor a model.",
                    "Name one of them; providers are " + String.join(", ", providers.ids()) + ".");
        }
    }

    private static void checkEffort(Agent agent, ProviderProfile profile) {
        var levels = profile.liveEfforts();
        if (agent.effort() != null && !levels.contains(agent.effort())) {
            throw Problem.invalid(
                    profile.name()
                            + " cannot be told the effort \""
                            + agent.effort()
                            + "\" of the agent "
                            + agent.name()
                            + ".",
                    levels.isEmpty()
                            ? "Leave it out: it can be told none."
                            : "Choose one of " + String.join(", ", levels) + ", or leave it out.");
        }
    }
}
