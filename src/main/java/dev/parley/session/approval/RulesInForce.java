package dev.parley.session.approval;

import dev.parley.base.problem.Problem;

import org.slf4j.LoggerFactory;

import java.util.List;
import java.util.function.Supplier;

/// The user's rules as they are now. Thread-safe.
final class RulesInForce implements Supplier<List<ApprovalRule>> {
    private final Supplier<List<String>> lines;
    private final String source;
    private List<String> read = List.of(); // guarded by this
    private List<ApprovalRule> good = List.of(); // guarded by this

    RulesInForce(Supplier<List<String>> lines, String source) {
        this.lines = lines;
        this.source = source;
    }

    @Override
    public synchronized List<ApprovalRule> get() {
        var now = lines.get();
        if (!now.equals(read)) {
            read = now;
            try {
                good = now.stream().map(line -> ApprovalRule.parse(line, source)).toList();
            } catch (Problem problem) {
                LoggerFactory.getLogger(RulesInForce.class)
                        .warn("{} The last good rules stay in force.", problem.message());
            }
        }
        return good;
    }
}
