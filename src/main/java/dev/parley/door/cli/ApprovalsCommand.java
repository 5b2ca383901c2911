package dev.parley.door.cli;

import dev.parley.App;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.base.screen.Visible;
import dev.parley.event.Intent;

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
            pending.forEach(this::print);
        }
        return 0;
    }

    private void print(JsonNode approval) {
        console.out()
                .println(
                        Visible.oneLine(
                                approval.path("approvalId").asString("")
                                        + "  "
                                        + approval.path("provider").asString("")
                                        + "  "
                                        + approval.path("cwd").asString("")));
        new ApprovalText(
                        approval.path("toolName").asString(""),
                        Json.read(approval.path("intent"), Intent.class),
                        approval.get("input"),
                        approval.path("description").asString(""),
                        approval.path("forSession").asString(null))
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
                            description =
                                    "The reason. It reaches the agent where its CLI takes one.")
                    @Nullable String reason)
            throws InterruptedException {
        var decision = Json.object().put("decision", "deny");
        return decide(id, reason == null ? decision : decision.put("reason", reason));
    }

    private Integer decide(String id, ObjectNode decision) throws InterruptedException {
        var server = server();
        var approval = named(id, server.get("/api/approvals"));
        var approvalId = approval.path("approvalId").asString("");
        server.post("/api/approvals/" + RunningServer.part(approvalId), decision);
        var decided = decision.path("decision").asString("");
        console.out().println(Visible.oneLine(decided + " " + approvalId));
        if (decided.equals("allow_for_session")) {
            console.out()
                    .println(
                            "From now on in this session: "
                                    + Visible.oneLine(approval.path("forSession").asString("")));
        }
        return 0;
    }

    private static JsonNode named(String id, JsonNode pending) {
        var found = new ArrayList<JsonNode>();
        for (var approval : pending) {
            var known = approval.path("approvalId").asString("");
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
                                            .map(one -> one.path("approvalId").asString(""))
                                            .collect(Collectors.joining(", "))
                                    + ".");
        };
    }
}
