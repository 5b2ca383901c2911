package dev.parley.session.approval;

import dev.parley.event.Action.Decision;
import dev.parley.event.Event;
import dev.parley.event.Intent;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What the user's configuration decides about approvals without asking a person. A rule that
/// denies wins over all that allow.
public final class ApprovalRules {
    public static final ApprovalRules NONE = new ApprovalRules(List.of());

    private final List<ApprovalRule> rules;

    private ApprovalRules(List<ApprovalRule> rules) {
        this.rules = List.copyOf(rules);
    }

    /// @param source what the list is called in an error: a file name
    public static ApprovalRules parse(List<String> lines, String source) {
        return lines.isEmpty()
                ? NONE
                : new ApprovalRules(
                        lines.stream().map(line -> ApprovalRule.parse(line, source)).toList());
    }

    /// `ALLOW` or `DENY`, or nothing when a person has to be asked. A rule has no values to fill in
    /// where a question wants some.
    ///
    /// @param cwd the directory of the session
    Optional<Decision> decide(Event.ApprovalRequested question, Intent intent, Path cwd) {
        var subject = new ApprovalSubject(question.toolName(), intent, question.input(), cwd);
        if (rules.stream().anyMatch(rule -> !rule.allows() && rule.matches(subject))) {
            return Optional.of(Decision.DENY);
        }
        return !question.asksForValues()
                        && rules.stream().anyMatch(rule -> rule.allows() && rule.matches(subject))
                ? Optional.of(Decision.ALLOW)
                : Optional.empty();
    }
}
