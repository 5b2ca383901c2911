package dev.parley.door.live;

import dev.parley.api.NewPrompt;
import dev.parley.api.SessionId;
import dev.parley.api.SessionInfo;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.session.Sessions;
import dev.parley.session.approval.PendingApproval;

import tools.jackson.databind.node.ObjectNode;

/// What the doors of live sessions have in common: actions in, JSON out.
public final class LiveDesk {
    private final Sessions sessions;

    public LiveDesk(Sessions sessions) {
        this.sessions = sessions;
    }

    public Sessions sessions() {
        return sessions;
    }

    /// Does it and tells what there is to tell: the turn of a prompt, whether there was something
    /// to interrupt.
    public ObjectNode perform(SessionId id, LiveAction action) throws InterruptedException {
        var told = Json.object();
        switch (action) {
            case LiveAction.Prompt(var text, var images, var steer) -> {
                var prompt = new NewPrompt(text, images, Boolean.TRUE.equals(steer));
                told.put("turnId", sessions.prompt(id, prompt));
            }
            case LiveAction.Cancel(var turnId) ->
                    told.put(
                            "done",
                            sessions.cancel(id, Messages.required(turnId, "turnId", "cancel")));
            case LiveAction.Interrupt() -> told.put("done", sessions.interrupt(id));
            case LiveAction.Decide(var requestId, var decision, var reason, var input) ->
                    sessions.decide(
                            id,
                            Messages.required(requestId, "requestId", "decide"),
                            Messages.required(decision, "decision", "decide").with(reason, input));
            case LiveAction.SwitchModel(var model) ->
                    sessions.switchModel(id, Messages.required(model, "model", "switchModel"));
            case LiveAction.SwitchMode(var permission) ->
                    sessions.switchMode(
                            id, Messages.required(permission, "permission", "switchMode"));
            case LiveAction.Close() -> sessions.close(id);
        }
        return told;
    }

    /// Answers a question by the one id it has outside.
    public void decide(String approvalId, LiveAction.Decide decide) throws InterruptedException {
        var colon = approvalId.indexOf(':');
        if (colon < 0) {
            throw Problem.notFound(
                    "\"" + approvalId + "\" is no id of an approval.",
                    "`parley approvals` and GET /api/approvals list them.");
        }
        perform(
                SessionId.of(approvalId.substring(0, colon)),
                new LiveAction.Decide(
                        approvalId.substring(colon + 1),
                        decide.decision(),
                        decide.reason(),
                        decide.input()));
    }

    public static ObjectNode json(SessionInfo info) {
        var json = (ObjectNode) Json.tree(info);
        // Jackson would make an address of the path, and leaves questions out.
        return json.put("cwd", info.cwd().toString()).put("isWarm", info.isWarm());
    }

    public static ObjectNode json(PendingApproval approval) {
        var json = Json.object().put("approvalId", approvalId(approval));
        var rest = (ObjectNode) Json.tree(approval);
        json.put("sessionId", approval.session().value());
        rest.remove("session");
        json.setAll(rest);
        return json.put("wish", approval.wish())
                .put("cwd", approval.cwd().toString())
                .put("canEdit", approval.canEdit())
                .put("canGiveReason", approval.canGiveReason());
    }

    /// The provider's id is unique within its session only.
    public static String approvalId(PendingApproval approval) {
        return approval.session() + ":" + approval.requestId();
    }
}
