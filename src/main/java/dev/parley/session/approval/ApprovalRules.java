package dev.parley.session.approval;

import dev.parley.event.Action.Decision;
import dev.parley.event.Event;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

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

    /// The same about a question; a rule has no values to fill in where it asks for some.
    Optional<Decision> decide(Event.ApprovalRequested question) {
        return decide(question.toolName(), question.input())
                .filter(decision -> decision == Decision.DENY || !question.asksForValues());
    }

    /// `ALLOW` or `DENY`, or nothing when a person has to be asked.
    public Optional<Decision> decide(String tool, @Nullable JsonNode input) {
        var subject = ApprovalSubject.of(input);
        if (rules.stream().anyMatch(rule -> !rule.allows() && rule.matches(tool, subject))) {
            return Optional.of(Decision.DENY);
        }
        return rules.stream().anyMatch(rule -> rule.allows() && rule.matches(tool, subject))
                ? Optional.of(Decision.ALLOW)
                : Optional.empty();
    }
}
