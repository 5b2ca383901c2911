package dev.parley.work.agent;

import dev.parley.event.Permission;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Work for one agent.
///
/// @param project the absolute directory it works in
/// @param sessionId the conversation it belongs to; a new one without it
/// @param agent the name of a model that a CLI runs
/// @param role the name of instructions that go with the task
/// @param context paths in the project it is told to look at
/// @param effort how hard it shall think: low, medium, high or xhigh
/// @param worktree whether it works in a checkout of its own; what it changed comes back as a patch
/// @param keep whether that checkout stays when there are changes in it
/// @param maxCost in US dollars; work that costs more is ended
public record WorkRequest(
        Path project,
        Optional<String> sessionId,
        String agent,
        String task,
        String role,
        List<String> context,
        Optional<String> effort,
        Permission permission,
        boolean worktree,
        boolean keep,
        Optional<Double> maxCost,
        Optional<Duration> timeout) {
    /// What a client that says nothing else gets.
    public static final String USUAL_EFFORT = "medium";

    public WorkRequest {
        context = List.copyOf(context);
    }

    /// One whose checkout, if it has one, goes when it is done.
    public WorkRequest(
            Path project,
            Optional<String> sessionId,
            String agent,
            String task,
            String role,
            List<String> context,
            Optional<String> effort,
            Permission permission,
            boolean worktree,
            Optional<Double> maxCost,
            Optional<Duration> timeout) {
        this(
                project,
                sessionId,
                agent,
                task,
                role,
                context,
                effort,
                permission,
                worktree,
                false,
                maxCost,
                timeout);
    }

    /// A task with everything else as usual.
    public static WorkRequest of(Path project, String agent, String task) {
        return new WorkRequest(
                project,
                Optional.empty(),
                agent,
                task,
                Roles.DEFAULT,
                List.of(),
                Optional.empty(),
                Permission.ASK,
                false,
                Optional.empty(),
                Optional.empty());
    }

    public WorkRequest in(String session) {
        return new WorkRequest(
                project,
                Optional.of(session),
                agent,
                task,
                role,
                context,
                effort,
                permission,
                worktree,
                keep,
                maxCost,
                timeout);
    }

    public WorkRequest permitted(Permission mode) {
        return new WorkRequest(
                project, sessionId, agent, task, role, context, effort, mode, worktree, keep,
                maxCost, timeout);
    }

    /// The same for another agent, in a worktree of its own that stays: one of several is taken.
    public WorkRequest apart(String other) {
        return new WorkRequest(
                project,
                sessionId,
                other,
                task,
                role,
                context,
                effort,
                permission,
                true,
                true,
                maxCost,
                timeout);
    }
}
