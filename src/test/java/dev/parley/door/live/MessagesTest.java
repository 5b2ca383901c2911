package dev.parley.door.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.api.NewPrompt;
import dev.parley.api.NewSession;
import dev.parley.api.Permission;
import dev.parley.api.Verdict;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.event.Action;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

class MessagesTest {
    private static LiveAction action(String text) {
        return LiveAction.read(Messages.object(text, "The body"));
    }

    private static LiveRequest request(String text) {
        return Messages.read(Messages.object(text, "The body"), "The body", LiveRequest.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "nothing", "[]", "\"x\"", "12", "null", "{\"type\":", "{}{"})
    void whatIsNoObjectIsRefused(String text) {
        var problem = assertThrows(Problem.class, () -> Messages.object(text, "The body"));
        assertEquals(Problem.Kind.INVALID_REQUEST, problem.kind());
        assertEquals("The body is no JSON object.", problem.message());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{} | The action has no \"type\".",
                "{\"type\":3} | The action has no \"type\".",
                "{\"type\":\"promt\"} | The action has the unknown type \"promt\".",
                "{\"type\":\"prompt\",\"txt\":\"x\"} | The action: unknown key \"txt\".",
                "{\"type\":\"prompt\",\"text\":\"x\",\"steer\":\"yes\"} | The action: the value of \"steer\"",
                "{\"type\":\"decide\",\"requestId\":\"1\",\"decision\":\"maybe\"} | The action: the value of \"decision\"",
                "{\"type\":\"switchMode\",\"permission\":\"yolo\"} | The action: the value of \"permission\"",
                "{\"type\":\"interrupt\",\"now\":true} | The action: unknown key \"now\"."
            })
    void whatIsWrongWithAnActionIsNamed(String text, String start) {
        var problem = assertThrows(Problem.class, () -> action(text));
        assertEquals(Problem.Kind.INVALID_REQUEST, problem.kind());
        assertThat(problem.message()).startsWith(start);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"prompt\":7} | prompt | it has to be text.",
                "{\"cwd\":true} | cwd | it has to be text.",
                "{\"directories\":\"x\"} | directories | it has to be a list.",
                "{\"directories\":[7]} | directories[0] | it has to be text.",
                "{\"permission\":3} | permission | \"3\" is none of ask, edit, plan, bypass."
            })
    void aValueOfAnotherTypeIsNotTakenForText(String text, String key, String expected) {
        var problem = assertThrows(Problem.class, () -> request(text));
        assertEquals(Problem.Kind.INVALID_REQUEST, problem.kind());
        assertEquals(
                "The body: the value of \"" + key + "\" is not what is expected there: " + expected,
                problem.message());
    }

    @Test
    void saysWhatAValueHasToBe() {
        assertThat(message("{\"type\":\"switchMode\",\"permission\":\"yolo\"}"))
                .endsWith(": \"yolo\" is none of ask, edit, plan, bypass.");
        assertThat(message("{\"type\":\"decide\",\"decision\":\"maybe\"}"))
                .endsWith(": \"maybe\" is none of allow, allow_for_session, deny.");
        assertThat(message("{\"type\":\"prompt\",\"steer\":\"yes\"}"))
                .endsWith(": it has to be true or false.");
        assertThat(message("{\"type\":\"prompt\",\"text\":[]}")).endsWith(": it has to be text.");
        assertThat(message("{\"type\":\"prompt\",\"images\":3}"))
                .endsWith(": it has to be a list.");
        assertThat(message("{\"type\":\"prompt\",\"images\":[3]}"))
                .endsWith(": it has to be an object.");
    }

    private static String message(String text) {
        return assertThrows(Problem.class, () -> action(text)).message();
    }

    @Test
    void asksWhatWasMeant() {
        assertEquals(
                "Did you mean prompt?",
                assertThrows(Problem.class, () -> action("{\"type\":\"promt\"}")).remedy());
        assertEquals(
                "Did you mean text?",
                assertThrows(Problem.class, () -> action("{\"type\":\"prompt\",\"txt\":\"x\"}"))
                        .remedy());
    }

    @Test
    void readsEveryAction() {
        assertEquals(
                new LiveAction.Prompt("hi", List.of(new Action.Image("image/png", "AA==")), true),
                action(
                        "{\"type\":\"prompt\",\"text\":\"hi\",\"images\":[{\"mediaType\":\"image/png\",\"data\":\"AA==\"}],\"steer\":true}"));
        assertEquals(
                new LiveAction.Cancel("t1"), action("{\"type\":\"cancel\",\"turnId\":\"t1\"}"));
        assertEquals(new LiveAction.Interrupt(), action("{\"type\":\"interrupt\"}"));
        assertEquals(
                new LiveAction.Decide(
                        "7", LiveAction.Answer.ALLOW, null, Json.object().put("command", "ls")),
                action(
                        "{\"type\":\"decide\",\"requestId\":\"7\",\"decision\":\"allow\",\"input\":{\"command\":\"ls\"}}"));
        assertEquals(
                new LiveAction.SwitchModel("m"),
                action("{\"type\":\"switchModel\",\"model\":\"m\"}"));
        assertEquals(
                new LiveAction.SwitchMode(Permission.PLAN),
                action("{\"type\":\"switchMode\",\"permission\":\"plan\"}"));
        assertEquals(new LiveAction.Close(), action("{\"type\":\"close\"}"));
    }

    @Test
    void aReasonGoesWithARefusalAndAnInputWithAYes() {
        assertEquals(Verdict.deny("no"), LiveAction.Answer.DENY.with("no", null));
        assertEquals(
                Verdict.allowForSession(), LiveAction.Answer.ALLOW_FOR_SESSION.with(null, null));
        assertThrows(Problem.class, () -> LiveAction.Answer.ALLOW.with("why", null));
        assertThrows(Problem.class, () -> LiveAction.Answer.DENY.with(null, Json.object()));
    }

    @Test
    void aRequestBecomesASession() {
        assertEquals(
                new NewSession(
                        "claude",
                        null,
                        "/tmp",
                        Permission.EDIT,
                        null,
                        "be brief",
                        List.of("/x"),
                        null,
                        NewPrompt.of("hello")),
                request(
                                "{\"provider\":\"claude\",\"cwd\":\"/tmp\",\"permission\":\"edit\",\"system\":\"be brief\",\"directories\":[\"/x\"],\"prompt\":\"hello\"}")
                        .toSession());
        assertEquals(NewSession.resuming("abc"), request("{\"resume\":\"abc\"}").toSession());
    }

    @Test
    void imagesNeedAPrompt() {
        var request = request("{\"images\":[{\"mediaType\":\"image/png\",\"data\":\"AA==\"}]}");
        assertThat(assertThrows(Problem.class, request::toSession))
                .hasMessage("There are images but no prompt.");
        assertThat(assertThrows(Problem.class, () -> request("{\"promt\":\"x\"}")).remedy())
                .isEqualTo("Did you mean prompt?");
    }
}
