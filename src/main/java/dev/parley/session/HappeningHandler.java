package dev.parley.session;

import dev.parley.event.EndReason;
import dev.parley.event.Event;
import dev.parley.event.TurnOrigin;
import dev.parley.provider.ProviderProfile;
import dev.parley.session.approval.OpenApprovals;
import dev.parley.session.pool.Connection;
import dev.parley.wire.Happening;

import org.jspecify.annotations.Nullable;

import java.util.Locale;

/// What a session makes of what its process tells, up to the process's end. Its session's thread
/// owns it.
final class HappeningHandler {
    private final ProviderProfile profile;
    private final SessionRecord record;
    private final ProcessLease link;
    private final OpenApprovals approvals;
    private final TurnScheduler course;

    HappeningHandler(
            ProviderProfile profile,
            SessionRecord record,
            ProcessLease link,
            OpenApprovals approvals,
            TurnScheduler course) {
        this.profile = profile;
        this.record = record;
        this.link = link;
        this.approvals = approvals;
        this.course = course;
    }

    void told(Happening happening) throws InterruptedException {
        switch (happening) {
            case Happening.Joined(_, var nativeId, var model) -> joined(nativeId, model);
            case Happening.Ready _ -> ready();
            case Happening.Refused(_, var why, var message) -> refused(why, message);
            case Happening.Said(_, var event) -> said(event);
            case Happening.Unclaimed(var text, var reason) ->
                    record.publish(new Event.Unrecognized(text, reason));
        }
    }

    private void joined(String nativeId, @Nullable String model) throws InterruptedException {
        link.joined(nativeId);
        record.named(nativeId);
        record.shows(model);
        record.ensureStarted();
        if (!course.turns().isBusy()) {
            link.free();
        }
    }

    private void ready() {
        link.ready();
        if (!course.turns().isBusy()) {
            link.free();
        }
    }

    private void refused(Happening.Refusal why, String message) throws InterruptedException {
        link.detach();
        var lost = record.stored().nativeId();
        if (why != Happening.Refusal.UNKNOWN_SESSION || lost == null || !course.rebuild(lost)) {
            course.fail(message, why.name().toLowerCase(Locale.ROOT));
        }
    }

    private void said(Event event) throws InterruptedException {
        switch (event) {
            case Event.SessionStarted started -> record.started(started);
            case Event.TurnStarted(var turn, var origin) -> {
                if (origin == TurnOrigin.AGENT) {
                    course.turns().beganByItself(turn);
                    link.keep();
                }
                record.publish(event);
            }
            case Event.TurnEnded ended -> course.ended(ended);
            case Event.ApprovalRequested asked -> {
                var cwd = record.stored().asked().cwd();
                var live = profile.findLive().orElseThrow();
                var question = OpenApprovals.complete(asked, live, cwd);
                // Who sees the event may answer at once: it is in the inbox by then.
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
            case Event.SessionEnded _,
                    Event.TurnQueued _,
                    Event.UserSaid _,
                    Event.AssistantSaid _,
                    Event.AssistantStreamed _,
                    Event.Thought _,
                    Event.ToolCalled _,
                    Event.ToolReturned _,
                    Event.TokensUsed _,
                    Event.Failed _,
                    Event.Unrecognized _ ->
                    record.publish(event);
        }
    }

    /// Tells the agent what was decided.
    void answer(OpenApprovals.Answer answer) throws InterruptedException {
        record.publish(answer.event());
        link.say(answer.decision());
    }

    /// The process has ended, and its last words follow.
    void ending(Connection.Gone how) throws InterruptedException {
        link.dying();
        if (how.wasStopped() || !link.isJoined()) {
            return;
        }
        if (!how.excess().isEmpty()) {
            record.publish(
                    Event.Failed.warning(
                            "%s was ended. %s The session goes on with the next prompt."
                                    .formatted(profile.name(), how.excess()),
                            "output_limit"));
        } else if (course.turns().isBusy()) {
            record.publish(
                    Event.Failed.warning(
                            "%s %s. The session goes on with the next prompt."
                                    .formatted(profile.name(), how.how()),
                            "process_ended"));
        }
    }

    /// Nothing more comes from it.
    void gone(Connection.Gone how) throws InterruptedException {
        var wasJoined = link.isJoined();
        var wasBlank = link.isBlank();
        link.forget();
        link.protect(record.stored());
        if (!wasJoined && !how.wasStopped() && course.phase() == TurnScheduler.Phase.OPEN) {
            var words = how.lastWords().strip();
            course.fail(
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
            course.processGone(
                    how.wasStopped() ? EndReason.INTERRUPTED : EndReason.ERROR, wasBlank);
        }
    }
}
