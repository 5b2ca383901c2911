package dev.parley;

import dev.parley.config.AgentSettings;
import dev.parley.modelapi.ApiDirectory;
import dev.parley.modelapi.ModelApis;
import dev.parley.session.Sessions;
import dev.parley.store.ConversationStore;
import dev.parley.work.advice.AskModel;
import dev.parley.work.advice.Costs;
import dev.parley.work.advice.Participants;
import dev.parley.work.advice.Summarizer;
import dev.parley.work.agent.AgentFiles;
import dev.parley.work.agent.AgentHomes;
import dev.parley.work.agent.AgentVerbs;
import dev.parley.work.agent.AnswerShape;
import dev.parley.work.agent.Checks;
import dev.parley.work.agent.Consult;
import dev.parley.work.agent.GroupThink;
import dev.parley.work.agent.Judge;
import dev.parley.work.agent.NativeSessions;
import dev.parley.work.agent.ProjectSessions;
import dev.parley.work.agent.Roles;
import dev.parley.work.agent.WorkTogether;
import dev.parley.work.agent.WorkWith;
import dev.parley.work.chain.ChainLimits;
import dev.parley.work.chain.Chains;
import dev.parley.work.conversation.Conversations;
import dev.parley.work.move.BetweenHomes;
import dev.parley.work.past.HistoryVerbs;
import dev.parley.work.project.ContextFiles;
import dev.parley.work.project.CountProjectTokens;
import dev.parley.work.project.ProjectFiles;
import dev.parley.work.project.SearchProjectHistory;
import dev.parley.work.race.Races;
import dev.parley.work.run.Limits;
import dev.parley.work.run.OneShot;
import dev.parley.workspace.worktree.Git;
import dev.parley.workspace.worktree.Worktrees;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/// Puts together what agents may ask of Parley.
record AgentWiring(
        Machine machine,
        OneShot oneShot,
        Sessions sessions,
        Chains chains,
        Worktrees worktrees,
        ConversationStore store,
        HistoryVerbs history,
        Races races,
        BetweenHomes between) {
    AgentVerbs verbs() {
        var git = new Git(machine.supervisor(), machine.environment());
        var limits =
                Limits.following(
                        () -> machine.configFile().current().timeout(),
                        () -> machine.configFile().current().outputLimit());
        var directory =
                new ApiDirectory(
                        machine.config().apis(),
                        machine.environment(),
                        machine.directories().configFile().toString());
        var apis =
                new ModelApis(
                        ModelApis.Patience.USUAL,
                        Thread::sleep,
                        machine.clock(),
                        () -> ThreadLocalRandom.current().nextDouble());
        var participants =
                new Participants(
                        machine.catalog(), machine.providers(), machine.installations(), directory);
        var costs = new Costs(machine.directories().pricesFile());
        var models =
                new AskModel(participants, apis, oneShot, limits, costs, chains, machine.clock());
        var files = new ProjectFiles(git, machine.directories().data().resolve("empty.git"));
        var context = new ContextFiles(files);
        var summarizer =
                new Summarizer(models, Optional.ofNullable(machine.config().agents().summarizer()));
        var conversations = new Conversations(store, summarizer, machine.clock());
        var homes = homes();
        var work =
                new WorkWith(
                        new WorkWith.Needs(
                                participants,
                                machine.installations(),
                                oneShot,
                                sessions,
                                chains,
                                limits,
                                conversations,
                                new NativeSessions(
                                        conversations, machine.providers(), homes, between),
                                new Roles(machine.directories().roles()),
                                homes,
                                worktrees,
                                git,
                                new Checks(
                                        machine.supervisor(),
                                        machine.environment(),
                                        machine.config().agents().checks()),
                                costs,
                                new AnswerShape(
                                        machine.directories().data().resolve("answers"),
                                        summarizer),
                                new AgentFiles(
                                        machine.directories().data().resolve("answers"),
                                        machine.directories().data().resolve("homes"),
                                        machine.config().agents().kept(),
                                        machine.clock()),
                                machine.clock()));
        return new AgentVerbs(
                new Consult(models, context, conversations),
                work,
                new WorkTogether(work, races),
                new GroupThink(models, context, conversations),
                new CountProjectTokens(files),
                new SearchProjectHistory(store, history.search(), git),
                new ProjectSessions(
                        conversations,
                        history.list(),
                        history.show(),
                        summarizer,
                        machine.config().agents().summarizer()),
                conversations,
                new Judge(models));
    }

    /// How far agents may go that ask agents.
    static ChainLimits limits(AgentSettings settings) {
        var usual = ChainLimits.USUAL;
        return new ChainLimits(
                Optional.ofNullable(settings.maxDepth()).orElse(usual.depth()),
                Optional.ofNullable(settings.maxDescendants()).orElse(usual.descendants()),
                Optional.ofNullable(settings.maxChainCost()),
                Optional.ofNullable(settings.budgetPerDay()));
    }

    private AgentHomes homes() {
        machine.config()
                .agents()
                .signIn()
                .forEach(machine.providers()::named); // one may be mistyped
        return new AgentHomes(
                machine.directories().data().resolve("homes"),
                machine.directories().config().resolve("homes"),
                Set.copyOf(machine.config().agents().signIn()),
                machine.environment(),
                machine.environments());
    }
}
