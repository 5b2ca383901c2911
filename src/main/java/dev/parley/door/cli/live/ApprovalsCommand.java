package dev.parley.door.cli.live;

import dev.parley.api.PendingApproval;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.base.screen.Visible;
import dev.parley.door.cli.shared.ApprovalText;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.RunningServer;
import dev.parley.door.cli.shared.Subcommand;
import dev.parley.door.json.LiveJson;
import dev.parley.event.Action;
import dev.parley.event.Action.Decision;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// `parley approvals`: what the agents of the running server ask permission for, and the answers.
@Command(
        name = "approvals",
        description = "List what agents wait for permission to do; `allow` and `deny` answer.",
        footer = {
            "",
            "Examples:",
            "  parley approvals",
            "  parley approvals allow sabcdefghijklmno",
            "  parley approvals allow sabc --session",
            "  parley approvals deny sabc --reason \"use the test database\"",
            "",
            "The beginning of an ID is enough where there is only one. Exit codes: 0 done, 2 more than one fits,",
            "4 no such question, or no server is running."
        })
public final class ApprovalsCommand extends Subcommand {
    @Option(names = "--json", description = "Print the list as JSON.")
    private boolean json;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            scope = ScopeType.INHERIT,
            description = "Where the server listens. Default: as configured.")
    private @Nullable Integer port;

    public ApprovalsCommand(Supplier<Program> apps, Console console) {
        super(apps, console);
    }

    @Override
    public Integer call() throws InterruptedException {
        var pending = server().approvals();
        if (json) {
            console.printJson(LiveJson.approvals(pending));
        } else if (pending.isEmpty()) {
            console.println("Nothing waits for permission.");
        } else {
            pending.forEach(this::print);
        }
        return 0;
    }

    private void print(PendingApproval approval) {
        console.println(
                Visible.oneLine(
                        "%s  %s  %s"
                                .formatted(approval.id(), approval.provider(), approval.cwd())));
        new ApprovalText(
                        approval.toolName(),
                        approval.intent(),
                        approval.input(),
                        approval.description(),
                        approval.forSession(),
                        approval.byParley())
                .print(console.out());
    }

    private RunningServer server() throws InterruptedException {
        return RunningServer.named(apps.get(), port);
    }

    @Command(name = "allow", description = "Let the agent do it.")
    Integer allow(
            @Parameters(paramLabel = "ID", description = "Which; its beginning is enough.")
                    String id,
            @Option(names = "--session", description = "And do not ask again in this session.")
                    boolean forSession,
            @Option(
                            names = "--input",
                            paramLabel = "JSON",
                            description = "With this input instead of the agent's own.")
                    @Nullable String input)
            throws InterruptedException {
        var decision = forSession ? Decision.ALLOW_FOR_SESSION : Decision.ALLOW;
        return decide(id, decision, null, input == null ? null : parsed(input));
    }

    private static JsonNode parsed(String input) {
        return Json.parse(input)
                .orElseThrow(() ->
                        Problem.invalid(
                                "The value of --input is no JSON.", "Quote it for the shell."));
    }

    @Command(name = "deny", description = "Do not let the agent do it.")
    Integer deny(
            @Parameters(paramLabel = "ID", description = "Which; its beginning is enough.")
                    String id,
            @Option(
                            names = "--reason",
                            paramLabel = "TEXT",
                            description =
                                    "The reason. It reaches the agent where its CLI takes one.")
                    @Nullable String reason)
            throws InterruptedException {
        return decide(id, Decision.DENY, reason, null);
    }

    private Integer decide(
            String id, Decision decision, @Nullable String reason, @Nullable JsonNode input)
            throws InterruptedException {
        var server = server();
        var approval = named(id, server.approvals());
        server.ask(
                approval.session(),
                new Action.Decide(approval.requestId(), decision, reason, input));
        console.println(Visible.oneLine(Json.tree(decision).asString() + " " + approval.id()));
        if (decision == Decision.ALLOW_FOR_SESSION) {
            var allowed = approval.forSession() == null ? "" : approval.forSession();
            console.println("From now on in this session: " + Visible.oneLine(allowed));
        }
        return 0;
    }

    private static PendingApproval named(String id, List<PendingApproval> pending) {
        var found = new ArrayList<PendingApproval>();
        for (var approval : pending) {
            var known = approval.id().toString();
            if (known.equals(id)) {
                return approval;
            }
            if (!id.isEmpty() && known.startsWith(id)) {
                found.add(approval);
            }
        }
        return switch (found.size()) {
            case 0 ->
                    throw Problem.notFound(
                            "Nothing with the id " + id + " waits for permission.",
                            "`parley approvals` lists what does.");
            case 1 -> found.getFirst();
            default ->
                    throw Problem.invalid(
                            "More than one id begins with " + id + ".",
                            "Say one of "
                                    + found.stream()
                                            .map(one -> one.id().toString())
                                            .collect(Collectors.joining(", "))
                                    + ".");
        };
    }
}
