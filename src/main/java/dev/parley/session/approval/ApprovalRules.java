package dev.parley.session.approval;

import dev.parley.event.Action.Decision;
import dev.parley.event.Event;
import dev.parley.event.Intent;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// What the user's configuration decides about approvals without asking a person. A rule that
/// denies wins over all that allow.
public final class ApprovalRules {
    public static final ApprovalRules NONE = new ApprovalRules(List.of());

    private final Supplier<List<ApprovalRule>> rules;

    private ApprovalRules(List<ApprovalRule> rules) {
        var all = List.copyOf(rules);
        this.rules = () -> all;
    }

    private ApprovalRules(Supplier<List<ApprovalRule>> rules) {
        this.rules = rules;
    }

    /// Rules that may change while Parley runs. Those that cannot be read leave the last good ones
    /// in force.
    ///
    /// @param lines looked at for every question
    public static ApprovalRules following(Supplier<List<String>> lines, String source) {
        return new ApprovalRules(new RulesInForce(lines, source));
    }

    /// @param source what the list is called in an error: a file name
    public static ApprovalRules parse(List<String> lines, String source) {
        return lines.isEmpty()
                ? NONE
                : new ApprovalRules(
                        lines.stream().map(line -> ApprovalRule.parse(line, source)).toList());
    }

    /// Whether a person would have been spared a question.
    public boolean wouldAnswer(Event.ApprovalRequested question, Path cwd) {
        var intent = question.intent();
        return decide(question, intent == null ? Intent.of(question.input(), cwd) : intent, cwd)
                .isPresent();
    }

    /// `ALLOW` or `DENY`, or nothing when a person has to be asked. A rule has no values to fill in
    /// where a question wants some.
    ///
    /// @param cwd the directory of the session
    Optional<Decision> decide(Event.ApprovalRequested question, Intent intent, Path cwd) {
        var subject = new ApprovalSubject(question.toolName(), intent, question.input(), cwd);
        var inForce = rules.get();
        if (inForce.stream().anyMatch(rule -> !rule.allows() && rule.matches(subject))) {
            return Optional.of(Decision.DENY);
        }
        return !question.asksForValues()
                        && inForce.stream().anyMatch(rule -> rule.allows() && rule.matches(subject))
                ? Optional.of(Decision.ALLOW)
                : Optional.empty();
    }
}
