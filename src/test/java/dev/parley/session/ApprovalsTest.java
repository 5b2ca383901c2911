package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.api.PendingApproval;
import dev.parley.api.SessionId;
import dev.parley.api.SessionState;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.event.Action;
import dev.parley.event.Action.Decision;
import dev.parley.event.Event;
import dev.parley.session.approval.ApprovalRules;
import dev.parley.session.approval.Approvals;
import dev.parley.session.approval.OpenApprovals;
import dev.parley.testing.Profiles;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// Questions of an agent on a real child process, and everyone who may answer them.
@Timeout(120)
class ApprovalsTest {
    @TempDir Path directory;

    private LiveStub stub(LiveStub.Setup setup) {
        return new LiveStub(directory, setup);
    }

    private static PendingApproval only(LiveStub stub) {
        var pending = stub.sessions.approvals().pending();
        assertEquals(1, pending.size());
        return pending.getFirst();
    }

    @Test
    void aPersonAllows() throws Exception {
        try (var stub = stub(LiveStub.Setup.PLAIN)) {
            var changes = new CopyOnWriteArrayList<Boolean>();
            stub.sessions.approvals().onChange(change -> changes.add(change.isOpen()));
            var id = stub.startSaying("ask git push");
            stub.await(id, SessionState.WAITING);
            var asked = only(stub);
            assertEquals("Bash", asked.toolName());
            assertEquals(Json.object().put("command", "git push"), asked.input());
            assertEquals("Bash(git push)", asked.wish());
            stub.sessions.ask(id, Action.Decide.allow(asked.requestId()));
            stub.await(id, SessionState.IDLE);
            assertThat(stub.story(id))
                    .endsWith(
                            "asked run git push\nanswered true by person\nsaid decided ALLOW null null\nturn.end completed");
            assertEquals(List.of(), stub.sessions.approvals().pending());
            assertEquals(List.of(true, false), changes);
            var late =
                    assertThrows(
                            Problem.class,
                            () -> stub.sessions.ask(id, Action.Decide.allow(asked.requestId())));
            assertEquals(Problem.Kind.NOT_FOUND, late.kind());
        }
    }

    /// Who hears of a question answers it by the inbox, and may be quick.
    @Test
    void aQuestionThatIsToldIsInTheInboxAlready() throws Exception {
        try (var stub = stub(LiveStub.Setup.PLAIN)) {
            var id = stub.start();
            for (var round = 0; round < 20; round++) {
                var last = stub.await(id, SessionState.IDLE).lastSequence();
                try (var events = stub.sessions.follow(id, last)) {
                    stub.say(id, "ask git push");
                    while (!(events.next().orElseThrow().envelope().event()
                            instanceof Event.ApprovalRequested)) {}
                    stub.sessions.ask(id, Action.Decide.allow(only(stub).requestId()));
                }
                stub.await(id, info -> info.lastSequence() >= last + 6);
            }
        }
    }

    @Test
    void whatIsAllowedForTheSessionIsAlwaysOneOfTheAnswers() {
        var yesOrNo = List.of("allow", "deny");
        var all = List.of("allow", "allow_for_session", "deny");
        var command = Json.object().put("command", "ls");
        var form = Json.object().set("requestedSchema", Json.object());
        assertEquals(all, answers(command, yesOrNo));
        assertEquals(yesOrNo, answers(null, yesOrNo));
        assertEquals(all, answers(command, all));
        assertEquals(yesOrNo, answers(form, yesOrNo));
        assertEquals(List.of("deny"), answers(command, List.of("deny")));
    }

    @Test
    void aWishReadsLikeARuleAndAQuestionLikeItself() {
        var form = Json.object().set("requestedSchema", Json.object());
        assertEquals("Bash(ls)", wish(Json.object().put("command", "/bin/bash -lc ls")));
        assertEquals("Bash(rm 'a b')", wish(Json.parse("{\"command\":[\"rm\",\"a b\"]}").get()));
        assertEquals("Bash(rm a b)", wish(Json.parse("{\"cmd\":[\"rm\",\"a\",\"b\"]}").get()));
        assertEquals("Bash: Sure?", wish(form));
        assertEquals("Bash, in its own words: Sure?", wish(null));
        assertEquals(
                "Bash(ls) in /etc", wish(Json.object().put("command", "ls").put("cwd", "/etc")));
    }

    private static String wish(JsonNode input) {
        var inbox = new Approvals();
        var session =
                new OpenApprovals(
                        SessionId.random(),
                        inbox,
                        ApprovalRules.NONE,
                        Duration.ZERO,
                        Clock.systemUTC());
        var question = new Event.ApprovalRequested("1", "Bash", "Sure?", input, List.of());
        assertThat(session.asked(question, Profiles.of("opencode"), Path.of("/"))).isEmpty();
        return inbox.pending().getFirst().wish();
    }

    private static List<String> answers(JsonNode input, List<String> offered) {
        var live = Profiles.of("opencode").findLive().orElseThrow();
        return OpenApprovals.complete(
                        new Event.ApprovalRequested("1", "Bash", "x", input, offered),
                        live,
                        Path.of("/work"))
                .options();
    }

    @Test
    void aPersonRefusesWithAReason() throws Exception {
        try (var stub = stub(LiveStub.Setup.PLAIN)) {
            var id = stub.startSaying("ask git push");
            stub.await(id, SessionState.WAITING);
            stub.sessions.ask(id, Action.Decide.deny(only(stub).requestId(), "not today"));
            stub.await(id, SessionState.IDLE);
            assertThat(stub.story(id))
                    .contains(
                            "answered false by person: not today\nsaid decided DENY not today null");
        }
    }

    /// Who says yes to the first one must not have said it to the second.
    @Test
    void aSecondQuestionUnderTheSameIdIsRefusedWithTheFirst() throws Exception {
        try (var stub = stub(LiveStub.Setup.PLAIN)) {
            var id = stub.startSaying("twice");
            stub.await(id, info -> info.state() == SessionState.IDLE && info.lastSequence() > 6);
            assertThat(stub.story(id))
                    .contains(
                            "asked run date\nasked run rm -rf /\nanswered false by parley: Another question has the same id.\nsaid decided DENY");
            assertEquals(List.of(), stub.sessions.approvals().pending());
        }
    }

    @Test
    void whatIsAllowedForTheSessionIsNotAskedAgain() throws Exception {
        try (var stub = stub(LiveStub.Setup.PLAIN)) {
            var id = stub.startSaying("ask npm test");
            stub.await(id, SessionState.WAITING);
            stub.sessions.ask(id, Action.Decide.allowForSession(only(stub).requestId()));
            stub.await(id, SessionState.IDLE);
            // The provider cannot remember it, so it is told to allow it once, each time.
            assertThat(stub.story(id)).contains("said decided ALLOW null null");
            stub.say(id, "ask npm test");
            stub.await(id, info -> info.state() == SessionState.IDLE && info.lastSequence() > 8);
            assertThat(stub.story(id)).contains("answered true by session");
            stub.say(id, "ask npm publish");
            stub.await(id, SessionState.WAITING);
        }
    }

    /// What it would make of "always" is its own business; what a person was told is ours.
    @Test
    void aProviderThatCouldRememberIsToldToAllowItOnce() throws Exception {
        try (var stub = stub(LiveStub.Setup.PLAIN.also("APPROVAL_FOR_SESSION"))) {
            var id = stub.startSaying("ask npm test");
            stub.await(id, SessionState.WAITING);
            var asked = only(stub);
            assertThat(asked.forSession()).startsWith("exactly this command in ");
            stub.sessions.ask(id, Action.Decide.allowForSession(asked.requestId()));
            stub.await(id, SessionState.IDLE);
            assertThat(stub.story(id)).contains("said decided ALLOW null null");
        }
    }

    @Test
    void rulesAnswerWithoutAPerson() throws Exception {
        var rules = LiveStub.Setup.PLAIN.rules("allow Bash(git *)", "deny Bash(git push*)");
        try (var stub = stub(rules)) {
            var id = stub.startSaying("ask git status");
            stub.await(id, SessionState.IDLE);
            stub.say(id, "ask git push --force");
            stub.await(id, info -> info.state() == SessionState.IDLE && info.lastSequence() > 9);
            assertThat(stub.story(id))
                    .contains("answered true by rule", "answered false by rule")
                    .contains("decided DENY A rule in the user's Parley configuration forbids it.");
            stub.say(id, "ask make");
            stub.await(id, SessionState.WAITING);
        }
    }

    @Test
    void timeAnswersWhenNobodyDoes() throws Exception {
        var soon = LiveStub.Setup.PLAIN.with(Duration.ofMinutes(10), 10, Duration.ofSeconds(1));
        try (var stub = stub(soon)) {
            var id = stub.startSaying("ask git push");
            stub.await(id, SessionState.IDLE);
            assertThat(stub.story(id))
                    .contains(
                            "answered false by timeout: Nobody answered within 1 seconds.\nsaid decided DENY Nobody answered within");
        }
    }

    @Test
    void anotherInputIsTakenOnlyWhereTheProviderDoesIt() throws Exception {
        var input = Json.object().put("command", "git push --dry-run");
        try (var stub = stub(LiveStub.Setup.PLAIN)) {
            var id = stub.startSaying("ask git push");
            stub.await(id, SessionState.WAITING);
            var edited = new Action.Decide(only(stub).requestId(), Decision.ALLOW, null, input);
            assertThrows(Problem.class, () -> stub.sessions.ask(id, edited));
            stub.await(id, SessionState.WAITING);
        }
        try (var stub = stub(LiveStub.Setup.PLAIN.also("EDITED_INPUT"))) {
            var id = stub.startSaying("ask git push");
            stub.await(id, SessionState.WAITING);
            stub.sessions.ask(
                    id, new Action.Decide(only(stub).requestId(), Decision.ALLOW, null, input));
            stub.await(id, SessionState.IDLE);
            assertThat(stub.story(id))
                    .contains("decided ALLOW null {\"command\":\"git push --dry-run\"}");
        }
    }

    @Test
    void aQuestionOfATurnThatEndsIsWithdrawn() throws Exception {
        try (var stub = stub(LiveStub.Setup.PLAIN)) {
            var id = stub.startSaying("ask git push");
            stub.await(id, SessionState.WAITING);
            stub.sessions.interrupt(id);
            stub.await(id, SessionState.IDLE);
            assertThat(stub.story(id)).endsWith("answered false by agent\nturn.end interrupted");
            assertEquals(List.of(), stub.sessions.approvals().pending());
        }
    }
}
