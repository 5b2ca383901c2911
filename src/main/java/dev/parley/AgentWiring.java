package dev.parley;

import dev.parley.base.disk.Directories;
import dev.parley.config.AgentSettings;
import dev.parley.config.Config;
import dev.parley.modelapi.ApiDirectory;
import dev.parley.modelapi.ModelApis;
import dev.parley.process.Supervisor;
import dev.parley.provider.Installations;
import dev.parley.provider.ModelCatalog;
import dev.parley.provider.ProviderEnvironment;
import dev.parley.provider.Providers;
import dev.parley.session.Sessions;
import dev.parley.store.ConversationStore;
import dev.parley.work.HistoryVerbs;
import dev.parley.work.Limits;
import dev.parley.work.OneShot;
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
import dev.parley.work.agent.ProjectSessions;
import dev.parley.work.agent.Roles;
import dev.parley.work.agent.WorkTogether;
import dev.parley.work.agent.WorkWith;
import dev.parley.work.chain.ChainLimits;
import dev.parley.work.chain.Chains;
import dev.parley.work.conversation.Conversations;
import dev.parley.work.project.ContextFiles;
import dev.parley.work.project.CountProjectTokens;
import dev.parley.work.project.ProjectFiles;
import dev.parley.work.project.SearchProjectHistory;
import dev.parley.workspace.worktree.Git;
import dev.parley.workspace.worktree.Worktrees;

import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/// Puts together what agents may ask of Parley.
///
/// @param environment the variables Parley was started with
record AgentWiring(
        Map<String, String> environment,
        Directories directories,
        Config config,
        Providers providers,
        ModelCatalog catalog,
        Installations installations,
        ProviderEnvironment environments,
        Supervisor supervisor,
        OneShot oneShot,
        Sessions sessions,
        Chains chains,
        Worktrees worktrees,
        ConversationStore store,
        HistoryVerbs history,
        Clock clock) {
    AgentVerbs verbs() {
        var git = new Git(supervisor, environment);
        var limits = new Limits(config.timeout(), config.outputLimit());
        var directory =
                new ApiDirectory(config.apis(), environment, directories.configFile().toString());
        var apis =
                new ModelApis(
                        ModelApis.Patience.USUAL,
                        Thread::sleep,
                        clock,
                        () -> ThreadLocalRandom.current().nextDouble());
        var participants = new Participants(catalog, providers, installations, directory);
        var costs = new Costs(directories.pricesFile());
        var models = new AskModel(participants, apis, oneShot, limits, costs, chains, clock);
        var files = new ProjectFiles(git, directories.data().resolve("empty.git"));
        var context = new ContextFiles(files);
        var summarizer = new Summarizer(models, Optional.ofNullable(config.agents().summarizer()));
        var conversations = new Conversations(store, summarizer, clock);
        var work =
                new WorkWith(
                        new WorkWith.Needs(
                                participants,
                                installations,
                                oneShot,
                                sessions,
                                chains,
                                limits,
                                conversations,
                                new Roles(directories.config().resolve("roles")),
                                homes(),
                                worktrees,
                                git,
                                new Checks(supervisor, environment, config.agents().checks()),
                                costs,
                                new AnswerShape(directories.data().resolve("answers"), summarizer),
                                new AgentFiles(
                                        directories.data().resolve("answers"),
                                        directories.data().resolve("homes"),
                                        config.agents().kept(),
                                        clock),
                                clock));
        return new AgentVerbs(
                new Consult(models, context, conversations),
                work,
                new WorkTogether(work),
                new GroupThink(models, context, conversations),
                new CountProjectTokens(files),
                new SearchProjectHistory(store, history.search(), git),
                new ProjectSessions(
                        conversations,
                        history.list(),
                        history.show(),
                        summarizer,
                        config.agents().summarizer()),
                conversations);
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
        config.agents().signIn().forEach(providers::named); // one may be mistyped
        return new AgentHomes(
                directories.data().resolve("homes"),
                directories.config().resolve("homes"),
                Set.copyOf(config.agents().signIn()),
                environment,
                environments);
    }
}
