package dev.parley.session;

import java.util.List;
import java.util.stream.Stream;

/// Agents that speak the wires of Claude Code and Codex until they lie. Which step they lie at, and
/// how, is in the files `step` and `lie` of their home; as long as there is no `step` they are
/// honest.
final class LyingAgents {
    private LyingAgents() {}

    private static final String START =
            """
            echo $$ >> "$HOME/pids"
            lies() { [ "$(cat "$HOME/step" 2>/dev/null)" = "$1" ] && eval "$(cat "$HOME/lie")"; }
            say() { printf '%s\\n' "$1"; }
            """;

    /// Steps: `start`, `up` and `open` (the two initializations), `prompt`, `answer`, `interrupt`.
    static final String CLAUDE =
            START
                    + """
                    ok() { say "{\\"type\\":\\"control_response\\",\\"response\\":{\\"subtype\\":\\"success\\",\\"request_id\\":\\"$1\\",\\"response\\":{}}}"; }
                    begin() { say '{"type":"system","subtype":"init","session_id":"s1","model":"m","permissionMode":"default","uuid":"u1"}'; }
                    text() { say '{"type":"assistant","session_id":"s1","message":{"id":"m1","content":[{"type":"text","text":"hello"}]}}'; }
                    result() { say '{"type":"result","subtype":"success","is_error":false,"session_id":"s1","result":"hello","uuid":"u2"}'; }
                    ask() { say "{\\"type\\":\\"control_request\\",\\"request_id\\":\\"$1\\",\\"request\\":{\\"subtype\\":\\"can_use_tool\\",\\"tool_name\\":\\"Bash\\",\\"input\\":{\\"command\\":\\"$2\\"}}}"; }
                    lies start
                    while IFS= read -r line; do
                      id=$(printf '%s' "$line" | sed 's/.*"request_id":"\\([^"]*\\)".*/\\1/')
                      case $line in
                      *'"subtype":"initialize"'*) n=$((n + 1))
                        if [ $n = 1 ]; then lies up || ok "$id"
                        else lies open || { ok "$id"; say '{"type":"system","subtype":"background_tasks_changed","session_id":"s1"}'; }; fi ;;
                      *'"subtype":"interrupt"'*) lies interrupt || ok "$id" ;;
                      *'"type":"control_response"'*) lies decided || result ;;
                      *'"type":"user"'*) lies prompt || { begin; lies answer || { text; result; }; } ;;
                      esac
                    done
                    """;

    /// Steps: `start`, `up` (`initialize`), `open` (`thread/start`), `prompt`, `answer`,
    /// `interrupt`.
    static final String CODEX =
            START
                    + """
                    ok() { say "{\\"id\\":$1,\\"result\\":$2}"; }
                    note() { say "{\\"method\\":\\"$1\\",\\"params\\":{\\"threadId\\":\\"$th\\",\\"turnId\\":\\"tu1\\",$2}}"; }
                    begin() { ok "$id" '{"turn":{"id":"tu1"}}'; note turn/started '"turn":{"id":"tu1"}'; }
                    text() { note item/completed '"item":{"type":"agentMessage","id":"i1","text":"hello"}'; }
                    result() { note turn/completed '"turn":{"id":"tu1","status":"completed"}'; }
                    ask() { say "{\\"id\\":$1,\\"method\\":\\"item/commandExecution/requestApproval\\",\\"params\\":{\\"threadId\\":\\"$th\\",\\"turnId\\":\\"tu1\\",\\"itemId\\":\\"i1\\",\\"command\\":\\"$2\\",\\"cwd\\":\\"/\\"}}"; }
                    th=th$$
                    lies start
                    while IFS= read -r line; do
                      id=$(printf '%s' "$line" | sed 's/.*"id":\\([0-9]*\\).*/\\1/')
                      case $line in
                      *'"method":"initialize"'*) lies up || ok "$id" '{}' ;;
                      *'"method":"thread/'[sr]*) # a name of its own for every new one
                        case $line in *'"threadId"'*) th=$(printf '%s' "$line" | sed 's/.*"threadId":"\\([^"]*\\)".*/\\1/') ;; esac
                        lies open || ok "$id" "{\\"thread\\":{\\"id\\":\\"$th\\"},\\"model\\":\\"m\\"}" ;;
                      *'"method":"turn/start"'*) lies prompt || { begin; lies answer || { text; result; }; } ;;
                      *'"method":"turn/interrupt"'*) lies interrupt || { ok "$id" '{}'; note turn/completed '"turn":{"id":"tu1","status":"interrupted"}'; } ;;
                      *'"decision"'*) lies decided || result ;;
                      esac
                    done
                    """;

    /// A step, and what is done there instead.
    record Lie(String step, String what) {
        @Override
        public String toString() {
            return step + ": " + what;
        }
    }

    /// The ways that both can lie.
    static List<Lie> all() {
        var atEachStep =
                List.of(
                        ":",
                        "exit 0",
                        "exit 3",
                        "kill -9 $$",
                        "echo trouble >&2; exit 1",
                        "exec >&-; sleep 1000",
                        "exec <&-; sleep 1000",
                        "trap '' TERM; sleep 1000",
                        "printf '{\"type\":'; exit 0",
                        "say null; say '[]'; say '{}'; say 7; say '\"x\"'; say ''",
                        "printf '\\377\\376\\000\\n\\303(\\n'",
                        "printf '[%.0s' 1 2 3 4 5 6 7 8 9; say; head -c 100000 /dev/zero | tr '\\0' '['; say",
                        "head -c 20000000 /dev/zero",
                        "say '{\"id\":null,\"result\":null}'; say '{\"id\":1e99,\"error\":{\"code\":1e99}}'",
                        "say '{\"type\":null,\"method\":null,\"params\":null,\"response\":null,\"request\":null}'");
        var steps = List.of("start", "up", "open", "prompt", "answer");
        var everywhere =
                steps.stream()
                        .flatMap(step -> atEachStep.stream().map(what -> new Lie(step, what)));
        var inTurn =
                Stream.of(
                                "result; result",
                                "text; text; result; text",
                                "result; begin; result; begin; result",
                                "begin; begin; begin; result",
                                "ask 1 date; result",
                                "ask 1 date; ask 1 rm; result",
                                "ask 1 date; ask 1 rm",
                                "i=0; while [ $i -lt 150 ]; do i=$((i + 1)); ask $i date; done; result",
                                "ok 1 '{}'; ok 99 '{}'; ok 2 '{\"thread\":{\"id\":\"other\"}}'; result",
                                "ask 1 date; exit 0",
                                "result; exit 3",
                                "text; result; sleep 1000")
                        .map(what -> new Lie("answer", what));
        var early =
                Stream.of("result", "text; result", "begin; text; result", "ask 1 date")
                        .flatMap(what ->
                                Stream.of("start", "up", "open").map(step -> new Lie(step, what)));
        var deaf = Stream.of(":", "exit 0", "sleep 1000").map(what -> new Lie("interrupt", what));
        return Stream.of(everywhere, inTurn, early, deaf).flatMap(lies -> lies).toList();
    }
}
