package dev.parley.work.run;

import dev.parley.base.disk.DiskProblem;
import dev.parley.base.disk.PrivateFiles;
import dev.parley.base.problem.Problem;
import dev.parley.event.Event;
import dev.parley.provider.OneShotTools;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.TurnRequest;
import dev.parley.tool.McpServer;
import dev.parley.tool.ToolCall;
import dev.parley.tool.ToolCaller;
import dev.parley.tool.ToolCatalog;
import dev.parley.tool.ToolHost;
import dev.parley.tool.Toolbox;

import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;

/// Gives tools of Parley's to single turns: each has a server of its own, a secret that dies with
/// it, and what its CLI wants to be told of them. Thread-safe.
public final class RunTools {
    private final ToolCatalog catalog;
    private final ToolHost host;
    private final Scratch scratch;
    private final UnaryOperator<Path> repositoryOf;

    /// @param repositoryOf the repository that a worktree of ours belongs to; others stay the same
    public RunTools(
            ToolCatalog catalog, ToolHost host, Scratch scratch, UnaryOperator<Path> repositoryOf) {
        this.catalog = catalog;
        this.host = host;
        this.scratch = scratch;
        this.repositoryOf = repositoryOf;
    }

    /// The names of the tools that words stand for.
    ///
    /// @throws Problem for a word that is none, or when the CLI takes no tools
    List<String> chosen(ProviderProfile profile, Path directory, List<String> words) {
        var names = catalog.chosen(directory, words);
        if (!names.isEmpty()) {
            taken(profile);
        }
        return names;
    }

    private static OneShotTools taken(ProviderProfile profile) {
        return profile.findOneShot()
                .map(ProviderProfile.OneShot::tools)
                .orElseThrow(() ->
                        Problem.invalid(
                                profile.name() + " takes no tools of Parley's in a single turn.",
                                "Leave them out, or use a live session: parley chat --provider "
                                        + profile.id()));
    }

    /// Opens the tools of one turn.
    Lent open(ProviderProfile profile, TurnRequest request) {
        var how = taken(profile);
        var box = new Toolbox(catalog.in(request.cwd()), Set.copyOf(request.tools()));
        var caller =
                new ToolCaller(profile.id(), Optional.empty(), repositoryOf.apply(request.cwd()));
        var moment = new ToolCall.Moment(UUID.randomUUID().toString(), 0);
        var access = host.open(new McpServer.Client(box, caller, () -> moment, how.patience()));
        var lent =
                new Lent(how.filledWith(access.server(), scratch.next()), access, names(how, box));
        try {
            lent.write();
            return lent;
        } catch (IOException e) {
            lent.close();
            throw DiskProblem.of(
                    lent.filled.place(),
                    e,
                    Problem.brokenConfiguration(
                            "A file for the agent cannot be written: " + e.getMessage(),
                            "Make Parley's data directory writable, with room in it."));
        }
    }

    private static Map<String, String> names(OneShotTools how, Toolbox box) {
        var names = new HashMap<String, String>();
        box.definitions().forEach(one -> names.put(how.nameOf(one.name()), one.name()));
        return names;
    }

    /// The tools of one turn, until they are taken back.
    static final class Lent implements AutoCloseable {
        private final OneShotTools.Filled filled;
        private final ToolHost.Access access;
        private final Map<String, String> names;

        private Lent(
                OneShotTools.Filled filled, ToolHost.Access access, Map<String, String> names) {
            this.filled = filled;
            this.access = access;
            this.names = names;
        }

        private void write() throws IOException {
            var content = filled.content();
            if (content.isPresent()) {
                PrivateFiles.write(filled.place(), content.get());
            }
        }

        OneShotTools.Filled filled() {
            return filled;
        }

        /// A tool of ours has its own name, whatever the CLI calls it.
        Event named(Event event) {
            return switch (event) {
                case Event.ToolCalled(var id, var name, var arguments)
                        when names.containsKey(name) ->
                        new Event.ToolCalled(id, names.getOrDefault(name, name), arguments);
                case Event.ToolReturned(var id, var name, var output, var isError, var code)
                        when name != null && names.containsKey(name) ->
                        new Event.ToolReturned(
                                id, names.getOrDefault(name, name), output, isError, code);
                case Event.AboutSession _,
                        Event.AboutTurn _,
                        Event.Message _,
                        Event.AboutTool _,
                        Event.AboutApproval _,
                        Event.TokensUsed _,
                        Event.Failed _,
                        Event.Unrecognized _ ->
                        event;
            };
        }

        @Override
        public void close() {
            access.close();
            try {
                Files.deleteIfExists(filled.place());
            } catch (IOException e) {
                LoggerFactory.getLogger(RunTools.class)
                        .warn("A file of a turn is deleted by the next start", e);
            }
        }
    }
}
