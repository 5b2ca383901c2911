package dev.parley.door.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.api.ApprovalId;
import dev.parley.api.NewSession;
import dev.parley.api.SessionId;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.event.Action;
import dev.parley.event.Permission;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.Objects;

class MessagesTest {
    private static Action action(String text) {
        return ActionJson.read(Messages.object(text, "The body"));
    }

    private static NewSession request(String text) {
        return LiveJson.newSession(Messages.object(text, "The body"), "The body");
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
        var steer =
                (Action.Steer)
                        action(
                                "{\"type\":\"prompt\",\"text\":\"hi\",\"images\":[{\"mediaType\":\"image/png\",\"data\":\"AA==\"}],\"steer\":true}");
        assertEquals("hi", steer.prompt().text());
        assertEquals(List.of(new Action.Image("image/png", "AA==")), steer.prompt().images());
        assertThat(action("{\"type\":\"prompt\",\"text\":\"hi\"}"))
                .isInstanceOf(Action.Prompt.class);
        assertEquals(new Action.Cancel("t1"), action("{\"type\":\"cancel\",\"turnId\":\"t1\"}"));
        assertEquals(new Action.Interrupt(), action("{\"type\":\"interrupt\"}"));
        assertEquals(
                new Action.Decide(
                        "7", Action.Decision.ALLOW, null, Json.object().put("command", "ls")),
                action(
                        "{\"type\":\"decide\",\"requestId\":\"7\",\"decision\":\"allow\",\"input\":{\"command\":\"ls\"}}"));
        assertEquals(
                new Action.SwitchModel("m"), action("{\"type\":\"switchModel\",\"model\":\"m\"}"));
        assertEquals(
                Action.SwitchMode.to(Permission.PLAN),
                action("{\"type\":\"switchMode\",\"permission\":\"plan\"}"));
        assertEquals(new Action.Close(), action("{\"type\":\"close\"}"));
    }

    @Test
    void aPictureNeedsNoWords() {
        var prompt =
                (Action.Prompt)
                        action(
                                "{\"type\":\"prompt\",\"images\":[{\"mediaType\":\"image/png\",\"data\":\"AA==\"}]}");
        assertEquals("", prompt.text());
        assertEquals(1, prompt.images().size());
    }

    @ParameterizedTest
    @CsvSource({"cancel,turnId", "decide,requestId", "switchModel,model", "switchMode,permission"})
    void aKeyThatIsMissingIsNamed(String type, String key) {
        assertEquals(
                type + ": the key \"" + key + "\" is missing.",
                message("{\"type\":\"" + type + "\"}"));
    }

    /// The command line sends what the server reads. Only the id of a prompt is the server's own.
    @Test
    void whatIsWrittenIsReadAgain() {
        for (var action :
                List.of(
                        new Action.Cancel("t1"),
                        new Action.Interrupt(),
                        Action.Decide.deny("7", "no"),
                        new Action.Decide("7", Action.Decision.ALLOW, null, Json.array().add(1)),
                        new Action.SwitchModel("m"),
                        Action.SwitchMode.to(Permission.EDIT),
                        new Action.Close())) {
            assertEquals(action, ActionJson.read(ActionJson.of(action)));
        }
        var image = List.of(new Action.Image("image/png", "AA=="));
        for (var action :
                List.of(
                        Action.Prompt.of("hi"),
                        Action.Prompt.of("look", image),
                        Action.Steer.of("now"))) {
            assertEquals(
                    ActionJson.of(action), ActionJson.of(ActionJson.read(ActionJson.of(action))));
        }
    }

    private static Action.Decide decided(
            Action.Decision decision, @Nullable String reason, @Nullable JsonNode input) {
        var id = new ApprovalId(new SessionId("s"), "7");
        return ActionJson.decision(id, new Action.Decide("other", decision, reason, input));
    }

    @Test
    void aReasonGoesWithARefusalAndAnInputWithAYes() {
        assertEquals(Action.Decide.deny("7", "no"), decided(Action.Decision.DENY, "no", null));
        assertEquals(
                Action.Decide.allowForSession("7"),
                decided(Action.Decision.ALLOW_FOR_SESSION, null, null));
        assertThrows(Problem.class, () -> decided(Action.Decision.ALLOW, "why", null));
        assertThrows(Problem.class, () -> decided(Action.Decision.DENY, null, Json.object()));
    }

    @Test
    void aRequestBecomesASession() {
        var read =
                request(
                        "{\"provider\":\"claude\",\"cwd\":\"/tmp\",\"permission\":\"edit\",\"system\":\"be brief\",\"directories\":[\"/x\"],\"prompt\":\"hello\"}");
        var prompt = Objects.requireNonNull(read.prompt());
        assertEquals("hello", prompt.text());
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
                        null,
                        prompt),
                read);
        assertEquals(NewSession.resuming("abc"), request("{\"resume\":\"abc\"}"));
        assertEquals(
                LiveJson.of(read),
                LiveJson.of(LiveJson.newSession(LiveJson.of(read), "The request")));
    }

    @Test
    void imagesNeedAPrompt() {
        var images = "{\"images\":[{\"mediaType\":\"image/png\",\"data\":\"AA==\"}]}";
        assertThat(assertThrows(Problem.class, () -> request(images)))
                .hasMessage("There are images but no prompt.");
        assertThat(assertThrows(Problem.class, () -> request("{\"promt\":\"x\"}")).remedy())
                .isEqualTo("Did you mean prompt?");
    }
}
