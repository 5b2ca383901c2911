package dev.parley.work.agent;

import dev.parley.base.problem.Problem;
import dev.parley.provider.Target;
import dev.parley.store.ConversationKey;
import dev.parley.work.project.ProjectFiles;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Takes requests for work: who does it, where, and whether it makes sense. Thread-safe.
final class WorkOrders {
    private static final List<String> EFFORTS = List.of("low", "medium", "high", "xhigh");
    private static final Duration LONGEST = Duration.ofDays(7);

    private final WorkWith.Needs needs;

    WorkOrders(WorkWith.Needs needs) {
        this.needs = needs;
    }

    /// What is wrong with a request is said before anything starts.
    WorkOrder of(WorkRequest request) throws InterruptedException {
        checkWords(request);
        var project = Target.directory(request.project());
        var key =
                new ConversationKey(
                        project, request.sessionId().orElseGet(() -> UUID.randomUUID().toString()));
        var agent = needs.participants().worker(request.agent());
        var profile = needs.installations().locate(agent.profile()).orMissing().profile();
        if (profile.home().isolate().isEmpty()) {
            throw Problem.invalid(
                    profile.name() + " cannot work for others: it has no home of its own.",
                    "Add \"home.isolate\" to its profile.");
        }
        var context =
                request.context().stream()
                        .map(name -> project.relativize(ProjectFiles.inside(project, name)))
                        .toList();
        var role = needs.roles().text(project, request.role());
        return new WorkOrder(
                request,
                key,
                agent,
                profile,
                role,
                context,
                Instant.now(needs.clock()),
                Optional.empty());
    }

    private static void checkWords(WorkRequest request) {
        if (request.task().isBlank()) {
            throw Problem.invalid("The task is empty.", "Say what the agent is to do.");
        }
        request.effort()
                .filter(effort -> !EFFORTS.contains(effort))
                .ifPresent(effort -> {
                    throw Problem.invalid(
                            "There is no reasoning effort \"" + effort + "\".",
                            "Say one of " + String.join(", ", EFFORTS) + ".");
                });
        request.maxCost()
                .filter(most -> !(most > 0))
                .ifPresent(most -> {
                    throw Problem.invalid(
                            "The most it may cost is " + most + ".", "Give US dollars above 0.");
                });
        request.timeout()
                .filter(time -> !time.isPositive() || time.compareTo(LONGEST) > 0)
                .ifPresent(_ -> {
                    throw Problem.invalid(
                            "That is no time a piece of work can take.",
                            "Give a time above 0 and up to 7 days.");
                });
    }
}
