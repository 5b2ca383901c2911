package dev.parley.work.agent;

import dev.parley.api.ChainLink;
import dev.parley.provider.Attachments;
import dev.parley.provider.TurnRequest;
import dev.parley.session.Lent;
import dev.parley.tool.ToolRegistry;
import dev.parley.work.chain.ChainRun;
import dev.parley.work.run.Limits;
import dev.parley.work.run.Outcome;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Has an agent at work take its turn: in a live session where its CLI can hold one, else in a
/// single turn. Thread-safe.
final class AgentTurns {
    private final WorkWith.Needs needs;
    private final LiveWork live;
    private volatile Function<ChainLink, ToolRegistry> lender = _ -> new ToolRegistry();

    AgentTurns(WorkWith.Needs needs) {
        this.needs = needs;
        live = new LiveWork(needs.sessions());
    }

    /// Runs the agent once. Waits on the calling thread; interrupting it ends the agent.
    Outcome play(
            WorkOrder order, Optional<String> session, String text, Path place, WorkListener events)
            throws InterruptedException {
        var home = needs.homes().of(order.key(), order.profile());
        if (LiveWork.fits(order.profile(), order.request())) {
            return playLive(order, session, text, place, home, events);
        }
        var request = order.request();
        var turn =
                new TurnRequest(
                        text,
                        place,
                        request.permission(),
                        session,
                        order.agent().told(),
                        order.role(session),
                        List.of(),
                        Optional.of(home),
                        Attachments.NONE,
                        List.of(),
                        order.effort());
        var limits = new Limits(timeout(request), needs.limits().output());
        return needs.oneShot()
                .prepare(order.profile(), turn, limits, order.environment())
                .play(events);
    }

    private Outcome playLive(
            WorkOrder order,
            Optional<String> session,
            String text,
            Path place,
            Path home,
            WorkListener events)
            throws InterruptedException {
        var request = order.request();
        return live.play(
                new LiveWork.Task(
                        order.profile(),
                        order.agent().model(),
                        request.permission(),
                        place,
                        home,
                        session,
                        order.role(session),
                        text,
                        new Lent(tools(order), true, order.effort(), order.environment()),
                        timeout(request),
                        !request.worktree()),
                events);
    }

    /// One that may ask others has the tools for it.
    private ToolRegistry tools(WorkOrder order) {
        return order.chain()
                .map(ChainRun::link)
                .filter(needs.chains()::mayAsk)
                .map(lender)
                .orElseGet(ToolRegistry::new);
    }

    /// From now on agents that may ask others get these tools.
    void lending(Function<ChainLink, ToolRegistry> tools) {
        lender = tools;
    }

    private Duration timeout(WorkRequest request) {
        return request.timeout().orElse(needs.limits().timeout());
    }
}
