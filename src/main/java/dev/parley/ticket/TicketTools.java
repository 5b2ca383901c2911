package dev.parley.ticket;

import dev.parley.api.SessionId;
import dev.parley.api.Ticket;
import dev.parley.api.TicketDraft;
import dev.parley.api.TicketQuery;
import dev.parley.api.TicketState;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.base.resource.Resources;
import dev.parley.event.ToolResult;
import dev.parley.tool.Tool;
import dev.parley.tool.ToolCall;
import dev.parley.tool.ToolRegistry;
import dev.parley.wire.ToolDefinition;
import dev.parley.wire.ToolDefinition.Effect;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/// The board, as agents reach it. An agent suggests, looks, talks, and changes what its own session
/// works on or suggested; accepting is for people.
public final class TicketTools {
    private static final int MOST_LISTED = 200;

    /// Answers a little before the CLI gives up.
    private static final Duration MARGIN = Duration.ofSeconds(5);

    private static final String ONE_TICKET =
            """
            {"type":"object","properties":{"id":{"type":"string","pattern":"^[Tt]?[0-9]{1,15}$",
            "description":"The id of the ticket, such as T12."}%s},
            "required":["id"%s],"additionalProperties":false}\
            """;

    private final Board board;
    private final Proposals proposals;
    private final Reports reports;
    private final TicketSessions sessions;
    private final UnaryOperator<Path> projects;

    /// @param projects the repository around a directory: agents anywhere in it have one board
    public TicketTools(
            Board board, Proposals proposals, Reports reports, UnaryOperator<Path> projects) {
        this.board = board;
        this.proposals = proposals;
        this.reports = reports;
        this.projects = projects;
        sessions = new TicketSessions(board);
    }

    public void registerWith(ToolRegistry registry) {
        add(
                registry,
                "create_ticket",
                Effect.WRITES,
                "Proposes one or more tickets (at most 50) for the team's board and waits until a"
                        + " person has accepted, edited or rejected each. The answer says what became"
                        + " of every one. If the person takes longer than this call can wait, the"
                        + " answer has the status \"pending\" and an id: call await_ticket with that id"
                        + " and go on waiting. Never assume that a pending ticket was accepted.",
                Resources.text(TicketTools.class, "create_ticket.json"),
                this::create);
        add(
                registry,
                "await_ticket",
                Effect.READS,
                "Goes on waiting for a person to decide the tickets of an earlier create_ticket call."
                        + " The answer is like that of create_ticket; while it is \"pending\", call"
                        + " this again, or go on with something else: what is decided later is"
                        + " reported with your next prompt.",
                """
                {"type":"object","properties":{"id":{"type":"string",
                "description":"The id that create_ticket answered with."}},
                "required":["id"],"additionalProperties":false}\
                """,
                this::goOnWaiting);
        add(
                registry,
                "list_tickets",
                Effect.READS,
                "Lists the tickets of this project: ids, titles, columns, labels, dependencies, and"
                        + " which of these are not done yet (waitsFor). An answer that is not complete"
                        + " goes on with the id of its last ticket as \"after\".",
                """
                {"type":"object","properties":{
                "column":{"enum":["proposed","ready","doing","review","done","open"],
                "description":"Only one column; \\"open\\" (the default) is all but done."},
                "label":{"type":"string","description":"Only tickets that have it."},
                "after":{"type":"string","pattern":"^[Tt]?[0-9]{1,15}$"}},
                "additionalProperties":false}\
                """,
                this::list);
        add(
                registry,
                "get_ticket",
                Effect.READS,
                "Shows one ticket with its body and comments.",
                ONE_TICKET.formatted("", ""),
                this::get);
        add(
                registry,
                "update_ticket",
                Effect.WRITES,
                "Changes a ticket that this session proposed or works on: its text, or its column"
                        + " (doing, review). What a person has accepted is changed only by a"
                        + " session that works on it. A person moves it to done.",
                ONE_TICKET.formatted(
                        """
                        ,"title":{"type":"string","minLength":1,"maxLength":200},
                        "body":{"type":"string","maxLength":65536},
                        "column":{"enum":["doing","review"]}\
                        """,
                        ""),
                this::update);
        add(
                registry,
                "comment_ticket",
                Effect.WRITES,
                "Says something about a ticket, for the people and agents who work on it.",
                ONE_TICKET.formatted(
                        ",\"text\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":16384}",
                        ",\"text\""),
                this::comment);
    }

    private interface Body {
        ToolResult call(ToolCall call) throws InterruptedException;
    }

    private record Function(ToolDefinition definition, Body body) implements Tool {
        @Override
        public ToolResult call(ToolCall call) throws InterruptedException {
            return body.call(call);
        }
    }

    private static void add(
            ToolRegistry registry,
            String name,
            Effect effect,
            String description,
            String schema,
            Body body) {
        var definition =
                new ToolDefinition(name, description, Json.parse(schema).orElseThrow(), effect);
        registry.registerBuiltIn(new Function(definition, body));
    }

    private ToolResult create(ToolCall call) throws InterruptedException {
        var suggestions = new ArrayList<Proposals.Suggestion>();
        for (var one : call.arguments().path("tickets")) {
            suggestions.add(suggestion(one));
        }
        var staged = proposals.stage(call.caller(), project(call), call.moment(), suggestions);
        return await(call, staged.proposal());
    }

    private Path project(ToolCall call) {
        return projects.apply(call.caller().project());
    }

    private ToolResult goOnWaiting(ToolCall call) throws InterruptedException {
        var id = call.arguments().path("id").asString("");
        return await(call, proposals.standingIn(project(call), id).proposal());
    }

    private static Proposals.Suggestion suggestion(JsonNode json) {
        var places = new ArrayList<Integer>();
        var numbers = new ArrayList<Long>();
        for (var one : json.path("dependsOn")) {
            if (one.isString()) {
                numbers.add(Ticket.number(one.asString()));
            } else {
                places.add(one.asInt(-1));
            }
        }
        var draft =
                new TicketDraft(
                        json.path("title").asString(""),
                        json.path("body").asString(""),
                        Json.read(json.path("kind"), TicketDraft.Kind.class),
                        Json.read(json.path("priority"), TicketDraft.Priority.class),
                        texts(json.path("labels")),
                        numbers,
                        texts(json.path("files")));
        return new Proposals.Suggestion(draft, places);
    }

    private static List<String> texts(JsonNode array) {
        return array.valueStream().map(one -> one.asString("")).toList();
    }

    private ToolResult await(ToolCall call, String proposal) throws InterruptedException {
        var patience = call.patience().minus(MARGIN);
        var standing =
                proposals.await(
                        proposal,
                        patience.compareTo(MARGIN) < 0 ? call.patience().dividedBy(2) : patience);
        call.caller().session().ifPresent(session -> reports.answered(session, standing.tickets()));
        return ToolResult.structure(Outcomes.json(standing));
    }

    private ToolResult list(ToolCall call) throws InterruptedException {
        var wanted = call.arguments().path("column").asString("open");
        var states =
                wanted.equals("open")
                        ? TicketQuery.open()
                        : EnumSet.of(TicketState.valueOf(wanted.toUpperCase(Locale.ROOT)));
        var label = call.arguments().path("label").asString("");
        var after = call.arguments().path("after").asString("");
        var list =
                board.list(
                        new TicketQuery(
                                project(call),
                                states,
                                label.isEmpty() ? null : label,
                                after.isEmpty() ? null : Long.valueOf(Ticket.number(after)),
                                MOST_LISTED + 1));
        var shown = list.subList(0, Math.min(list.size(), MOST_LISTED));
        var unfinished = board.openDependencies(shown);
        var json = Json.object();
        var tickets = json.putArray("tickets");
        shown.forEach(one -> tickets.add(Outcomes.summary(one, unfinished)));
        return ToolResult.structure(json.put("isComplete", list.size() <= MOST_LISTED));
    }

    private ToolResult get(ToolCall call) throws InterruptedException {
        var ticket = ticket(call);
        var json = summary(ticket).put("body", ticket.draft().body());
        var comments = json.putArray("comments");
        for (var comment : board.comments(ticket.number())) {
            comments.addObject()
                    .put("by", comment.session() == null ? "person" : "agent")
                    .put("text", comment.text())
                    .put("at", comment.createdAt().toString());
        }
        return ToolResult.structure(json);
    }

    private ObjectNode summary(Ticket ticket) throws InterruptedException {
        return Outcomes.summary(ticket, board.openDependencies(List.of(ticket)));
    }

    /// Tickets of other projects are none of the agent's business.
    private Ticket ticket(ToolCall call) throws InterruptedException {
        var number = Ticket.number(call.arguments().path("id").asString(""));
        var ticket = board.find(number).orElseThrow(() -> DraftCheck.foreign(number));
        if (!ticket.project().equals(project(call))) {
            throw DraftCheck.foreign(number);
        }
        return ticket;
    }

    private ToolResult update(ToolCall call) throws InterruptedException {
        var ticket = ticket(call);
        var session = call.caller().session();
        var origin = ticket.origin();
        var isProposer =
                session.isPresent() && origin != null && session.get().equals(origin.session());
        var works = session.isPresent() && works(session.get(), ticket);
        if (!isProposer && !works) {
            throw Problem.invalid(
                    ticket.name() + " was neither proposed by this session nor started in it.",
                    "Use comment_ticket instead.");
        }
        var title = call.arguments().path("title").asString("");
        var body = call.arguments().path("body");
        if (!title.isEmpty() || !body.isMissingNode()) {
            ticket =
                    board.editByAgent(
                            ticket.number(),
                            draft ->
                                    draft.saying(
                                            title.isEmpty() ? draft.title() : title,
                                            body.asString(draft.body())),
                            works ? _ -> {} : TicketTools::checkUndecided);
        }
        var column = call.arguments().path("column").asString("");
        if (!column.isEmpty()) {
            var state = TicketState.valueOf(column.toUpperCase(Locale.ROOT));
            ticket = board.moveByAgent(ticket.number(), state);
        }
        return ToolResult.structure(summary(ticket));
    }

    private boolean works(SessionId session, Ticket ticket) throws InterruptedException {
        return sessions.of(ticket.number()).stream()
                .anyMatch(link -> link.session().equals(session));
    }

    /// What a person has read and accepted does not become something else.
    private static void checkUndecided(Ticket ticket) {
        if (ticket.state() != TicketState.PROPOSED) {
            throw Problem.invalid(
                    ticket.name() + " was decided already, and this session does not work on it.",
                    "Use comment_ticket instead.");
        }
    }

    private ToolResult comment(ToolCall call) throws InterruptedException {
        var ticket = ticket(call);
        board.comment(
                ticket.number(),
                call.arguments().path("text").asString(""),
                call.caller().session().orElse(null));
        return ToolResult.text("Said on " + ticket.name() + ".");
    }
}
