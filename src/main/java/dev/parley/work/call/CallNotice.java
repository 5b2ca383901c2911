package dev.parley.work.call;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// What an agent is told about a call beside its conversation: which functions the client has, and
/// what its answer is to be.
final class CallNotice {
    private CallNotice() {}

    /// @param box the functions as the agent sees them, if there are any
    /// @param keepsOwnTools whether the agent has tools beside them
    static String of(Call call, Optional<FunctionBox> box, boolean keepsOwnTools) {
        var lines = new ArrayList<String>();
        box.ifPresent(it -> lines.add(functions(it, call.functions(), keepsOwnTools)));
        if (call.form().isJson()) {
            lines.add(
                    "Your last message must be one JSON object and nothing else: no words around it, no Markdown.");
        }
        return String.join("\n", lines);
    }

    private static String functions(FunctionBox box, Functions wanted, boolean keepsOwnTools) {
        var lines = new ArrayList<String>();
        lines.add(
                "The functions of the user's program are your tools of the server `parley`. They run where that program is."
                        + (keepsOwnTools ? "" : " They are your only tools."));
        var renamed =
                box.byTool().entrySet().stream()
                        .filter(entry -> !entry.getKey().equals(entry.getValue().name()))
                        .map(entry ->
                                "`%s` is `%s`"
                                        .formatted(entry.getValue().fullName(), entry.getKey()))
                        .collect(Collectors.joining(", "));
        if (!renamed.isEmpty()) {
            lines.add("Some have another name there: " + renamed + ".");
        }
        switch (wanted.choice()) {
            case AUTO -> only(wanted).ifPresent(it -> lines.add("Of these, call only " + it + "."));
            case NONE -> lines.add("Call none of them now; answer in words.");
            case REQUIRED -> lines.add(required(wanted));
        }
        if (!wanted.parallel()) {
            lines.add("Call one of them at a time.");
        }
        return String.join(" ", lines);
    }

    /// What must be done before an answer in words.
    static String required(Functions wanted) {
        return "You must call "
                + only(wanted).orElse("one of these functions")
                + " now; do not answer in words.";
    }

    private static Optional<String> only(Functions wanted) {
        return wanted.only().isEmpty()
                ? Optional.empty()
                : Optional.of(String.join(" or ", List.copyOf(wanted.only())));
    }
}
