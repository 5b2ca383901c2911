package dev.parley.session;

import dev.parley.event.EndReason;
import dev.parley.event.Event;
import dev.parley.event.TurnOrigin;
import dev.parley.provider.ProviderProfile;
import dev.parley.session.approval.OpenApprovals;
import dev.parley.session.pool.ProcessEnd;
import dev.parley.wire.Happening;

import org.jspecify.annotations.Nullable;

import java.util.Locale;

/// What a session makes of what its process reports, up to the end of the process. Its session's
/// thread owns it.
final class HappeningHandler {
    private final ProviderProfile profile;
    private final SessionRecord record;
    private final ProcessLease lease;
    private final OpenApprovals approvals;
    private final ToolCalls tools;
    private final ToolArrivals arrivals;
    private final TurnScheduler scheduler;
    private final AroundTurns around;

    /// What its process did too much of, so that Parley ended it; empty if it did not.
    private String excess = "";

    HappeningHandler(
            ProviderProfile profile,
            SessionRecord record,
            ProcessLease lease,
            OpenApprovals approvals,
            ToolCalls tools,
            ToolArrivals arrivals,
            TurnScheduler scheduler,
            AroundTurns around) {
        this.profile = profile;
        this.record = record;
        this.lease = lease;
        this.approvals = approvals;
        this.tools = tools;
        this.arrivals = arrivals;
        this.scheduler = scheduler;
        this.around = around;
    }

    void handle(Happening happening) throws InterruptedException {
        switch (happening) {
            case Happening.Joined(_, var nativeId, var model) -> joined(nativeId, model);
            case Happening.Ready _ -> ready();
            case Happening.Refused(_, var why, var message) -> refused(why, message);
            case Happening.Said(_, var event) -> publish(event);
            case Happening.Offered(_, var offer) -> record.offered(offer);
            case Happening.ToolAsked asked -> tools.begin(asked);
            case Happening.ToolDropped(_, var callId) -> tools.drop(callId);
            case Happening.Unclaimed(var text, var reason) ->
                    record.publish(new Event.Unrecognized(text, reason));
        }
    }

    private void joined(String nativeId, @Nullable String model) throws InterruptedException {
        lease.joined(nativeId);
        record.named(nativeId);
        record.shows(model);
        record.ensureStarted();
        if (!scheduler.turns().isBusy()) {
            lease.free();
        }
    }

    private void ready() {
        lease.ready();
        if (!scheduler.turns().isBusy()) {
            lease.free();
        }
    }

    private void refused(Happening.Refusal why, String message) throws InterruptedException {
        lease.detach();
        if (!excess.isEmpty()) {
            scheduler.fail(endedFor(excess), "output_limit");
            return;
        }
        var lost = record.stored().nativeId();
        if (why != Happening.Refusal.UNKNOWN_SESSION || lost == null || !scheduler.rebuild(lost)) {
            scheduler.fail(message, why.name().toLowerCase(Locale.ROOT));
        }
    }

    private void publish(Event event) throws InterruptedException {
        switch (event) {
            case Event.SessionStarted started -> record.started(started);
            case Event.TurnStarted(var turn, var origin) -> {
                if (origin == TurnOrigin.AGENT) {
                    scheduler.beganByItself(turn);
                    lease.keep();
                }
                record.publish(event);
            }
            case Event.TurnEnded ended -> scheduler.ended(ended);
            case Event.ToolCalled called -> {
                around.says(called.arguments());
                arrivals.called(called.name(), record.publish(event));
            }
            case Event.ApprovalRequested asked -> {
                var cwd = record.stored().asked().cwd();
                var live = profile.findLive().orElseThrow();
                var question = OpenApprovals.complete(asked, live, cwd);
                // A client that sees the event may answer at once: it is in the inbox by then.
                var known = approvals.asked(question, profile, cwd);
                record.publish(question);
                if (known.isPresent()) {
                    answer(known.get());
                }
            }
            case Event.ApprovalAnswered answered -> {
                if (approvals.close(answered.requestId())) {
                    record.publish(event);
                }
            }
            case Event.SessionChanged changed -> {
                record.changed(changed);
                record.publish(event);
            }
            case Event.Failed _ when !excess.isEmpty() -> {} // the reason is published already
            case Event.SessionEnded _,
                    Event.TurnQueued _,
                    Event.Message _,
                    Event.ToolReturned _,
                    Event.TokensUsed _,
                    Event.Failed _,
                    Event.Unrecognized _ ->
                    record.publish(event);
        }
    }

    /// Sends the agent what was decided.
    void answer(OpenApprovals.Answer answer) throws InterruptedException {
        record.publish(answer.event());
        lease.send(answer.decision());
    }

    /// The process has ended, and its last words follow.
    void ending(ProcessEnd how) throws InterruptedException {
        lease.dying();
        excess = how.excess();
        if (how.wasStopped() || !lease.isJoined()) {
            return;
        }
        if (!excess.isEmpty()) {
            record.publish(
                    Event.Failed.warning(
                            endedFor(excess) + " The session goes on with the next prompt.",
                            "output_limit"));
        } else if (scheduler.turns().isBusy()) {
            record.publish(
                    Event.Failed.warning(
                            "%s %s. The session goes on with the next prompt."
                                    .formatted(profile.name(), how.how()),
                            "process_ended"));
        }
    }

    private String endedFor(String reason) {
        return profile.name() + " was ended. " + reason;
    }

    /// Nothing more comes from it.
    void gone(ProcessEnd how) throws InterruptedException {
        excess = "";
        var wasJoined = lease.isJoined();
        var wasBlank = lease.isBlank();
        lease.forget();
        lease.protect(record.stored());
        if (!wasJoined && !how.wasStopped() && scheduler.phase() == TurnScheduler.Phase.OPEN) {
            var words = how.lastWords().strip();
            scheduler.fail(
                    "%s %s%s"
                            .formatted(
                                    profile.name(),
                                    how.wasSilent()
                                            ? "closed its output before it was ready"
                                            : "ended before it was ready (exit code %d)"
                                                    .formatted(how.exitCode()),
                                    words.isEmpty() ? "." : ": " + words),
                    "not_started");
        } else {
            scheduler.processGone(
                    how.wasStopped() ? EndReason.INTERRUPTED : EndReason.ERROR, wasBlank);
        }
    }
}
