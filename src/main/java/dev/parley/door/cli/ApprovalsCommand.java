package dev.parley.door.cli;

import dev.parley.App;
import dev.parley.json.Json;
import dev.parley.problem.Problem;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

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
final class ApprovalsCommand implements Callable<Integer> {
    private final Supplier<App> apps;
    private final Console console;

    @Option(names = "--json", description = "Print the list as JSON.")
    private boolean json;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            scope = ScopeType.INHERIT,
            description = "Where the server listens. Default: as configured.")
    private @Nullable Integer port;

    ApprovalsCommand(Supplier<App> apps, Console console) {
        this.apps = apps;
        this.console = console;
    }

    @Override
    public Integer call() throws InterruptedException {
        var pending = server().get("/api/approvals");
        if (json) {
            console.printJson(pending);
        } else if (pending.isEmpty()) {
            console.out().println("Nothing waits for permission.");
        } else {
            var table = new Table("ID", "AGENT", "WANTS", "WHERE");
            for (var approval : pending) {
                table.row(
                        approval.path("approvalId").asString(""),
                        approval.path("provider").asString(""),
                        wish(approval),
                        approval.path("cwd").asString(""));
            }
            table.print(console.out());
        }
        return 0;
    }

    /// What it would do, not what the agent calls that. Never only its beginning.
    private static String wish(JsonNode approval) {
        return approval.path("wish").asString("");
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
        var decision = Json.object().put("decision", forSession ? "allow_for_session" : "allow");
        if (input != null) {
            decision.set(
                    "input",
                    Json.parse(input)
                            .orElseThrow(() ->
                                    Problem.invalid(
                                            "The value of --input is no JSON.",
                                            "Quote it for the shell.")));
        }
        return decide(id, decision);
    }

    @Command(name = "deny", description = "Do not let the agent do it.")
    Integer deny(
            @Parameters(paramLabel = "ID", description = "Which; its beginning is enough.")
                    String id,
            @Option(
                            names = "--reason",
                            paramLabel = "TEXT",
                            description = "Why; told to the agent where it listens.")
                    @Nullable String reason)
            throws InterruptedException {
        var decision = Json.object().put("decision", "deny");
        return decide(id, reason == null ? decision : decision.put("reason", reason));
    }

    private Integer decide(String id, ObjectNode decision) throws InterruptedException {
        var server = server();
        var approvalId = named(id, server.get("/api/approvals"));
        server.post("/api/approvals/" + RunningServer.part(approvalId), decision);
        console.out().println(decision.path("decision").asString("") + " " + approvalId);
        return 0;
    }

    private static String named(String id, JsonNode pending) {
        var found = new ArrayList<String>();
        for (var approval : pending) {
            var known = approval.path("approvalId").asString("");
            if (known.equals(id)) {
                return known;
            }
            if (!id.isEmpty() && known.startsWith(id)) {
                found.add(known);
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
                            "Say one of " + String.join(", ", found) + ".");
        };
    }
}
