package dev.parley.work.page;

import dev.parley.api.LoggedEvent;
import dev.parley.api.PendingApproval;
import dev.parley.api.RuleTrial;
import dev.parley.api.RuleTrial.Example;
import dev.parley.base.problem.Problem;
import dev.parley.config.ConfigFile;
import dev.parley.event.Event;
import dev.parley.event.Intent;
import dev.parley.session.Sessions;
import dev.parley.session.approval.ApprovalRules;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The user's rules about approvals: read, written, and tried against what agents have asked.
public final class Rules {
    private static final int LOOKED_AT = 5_000;
    private static final int EXAMPLES = 20;
    private static final int MOST = 1_000;
    private static final Pattern WISH = Pattern.compile("([^\\s()]+)\\((.*)\\)", Pattern.DOTALL);
    private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./-]+");

    private final ConfigFile file;
    private final Sessions sessions;

    public Rules(ConfigFile file, Sessions sessions) {
        this.file = file;
        this.sessions = sessions;
    }

    public Path file() {
        return file.path();
    }

    public List<String> all() {
        return file.current().approvals();
    }

    /// Replaces all of them. They are in force at once.
    public List<String> write(List<String> lines) {
        if (lines.size() > MOST) {
            throw Problem.invalid("There are " + lines.size() + " rules.", "Give fewer.");
        }
        lines.forEach(Rules::checked);
        file.approvals(lines);
        return all();
    }

    private static ApprovalRules checked(String line) {
        try {
            return ApprovalRules.parse(List.of(line), "The request");
        } catch (Problem problem) {
            throw Problem.invalid(problem.message(), problem.remedy());
        }
    }

    /// How many questions of the past a rule would have answered.
    public RuleTrial tried(String line) throws InterruptedException {
        var rule = checked(line);
        var asked = 0;
        var answered = 0;
        var examples = new ArrayList<Example>();
        for (var logged : sessions.questions(LOOKED_AT)) {
            if (logged.envelope().event() instanceof Event.ApprovalRequested question) {
                asked++;
                var isAnswered = rule.wouldAnswer(question, directory(question));
                answered += isAnswered ? 1 : 0;
                if (isAnswered && examples.size() < EXAMPLES) {
                    examples.add(example(logged, question));
                }
            }
        }
        return new RuleTrial(line, asked, answered, examples);
    }

    /// The directory it was asked in, as far as the question tells.
    private static Path directory(Event.ApprovalRequested question) {
        var intent = question.intent();
        return intent == null ? Path.of("/") : Path.of(intent.directory());
    }

    private static Example example(LoggedEvent logged, Event.ApprovalRequested question) {
        var intent = question.intent();
        var command = intent == null ? null : intent.command();
        var what =
                command != null
                        ? command
                        : intent == null || intent.files().isEmpty()
                                ? question.description()
                                : String.join(", ", intent.files());
        return new Example(
                logged.session().value(),
                Long.toString(logged.sequence()),
                RowText.line(question.toolName() + ": " + what),
                logged.envelope().timestamp(),
                true);
    }

    /// A rule that would answer this question and others like it.
    public String suggestion(String approvalId) {
        return sessions.approvals().pending().stream()
                .filter(one -> one.id().toString().equals(approvalId))
                .findFirst()
                .map(Rules::suggestion)
                .orElseThrow(() ->
                        Problem.notFound(
                                "Nothing waits under \"" + approvalId + "\".",
                                "It was answered already, or the agent took it back."));
    }

    /// Of a command its first two words, if they are plain ones: `npm test *`.
    static String suggestion(PendingApproval asked) {
        var wish = WISH.matcher(asked.wish());
        if (!wish.matches()) {
            return "allow " + asked.toolName();
        }
        var words = wish.group(2).strip().split("\\s+", -1);
        var isLong =
                asked.intent().kind() == Intent.Kind.COMMAND
                        && words.length > 2
                        && PLAIN.matcher(words[0]).matches()
                        && PLAIN.matcher(words[1]).matches();
        var subject = isLong ? words[0] + " " + words[1] + " *" : wish.group(2).strip();
        return "allow " + wish.group(1) + "(" + subject + ")";
    }
}
