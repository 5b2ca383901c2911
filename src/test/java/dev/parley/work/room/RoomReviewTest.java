package dev.parley.work.room;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.api.NewSession;
import dev.parley.api.RoomMode;
import dev.parley.api.RoomPost;
import dev.parley.api.SessionInfo;
import dev.parley.event.Action;
import dev.parley.event.Permission;

import org.junit.jupiter.api.Test;

import java.nio.file.Files;
import java.util.List;

/// What reviewers are given.
class RoomReviewTest extends RoomCase {
    private SessionInfo session(String prompt) throws Exception {
        return machine.app()
                .sessions()
                .turn(
                        new NewSession(
                                "demo",
                                null,
                                machine.project().toString(),
                                Permission.EDIT,
                                null,
                                null,
                                List.of(),
                                null,
                                List.of(),
                                Action.Prompt.of(prompt)),
                        _ -> {});
    }

    private String given(RoomPost.Subject subject) throws Exception {
        if (rooms.list().isEmpty()) {
            api("ada", "", always("{\"findings\":[]}"));
            room("r", RoomMode.REVIEW, null, "ada");
        }
        var number = rooms.say("r", new RoomPost(null, "", List.of(), null, subject)).number();
        awaitIdle("r");
        return rooms.messages("r", number - 1, 1).getFirst().text();
    }

    private static RoomPost.Subject of(String session) {
        return new RoomPost.Subject(null, null, session, null, null);
    }

    @Test
    void aSessionIsReviewedByWhatItChangedItself() throws Exception {
        Files.writeString(machine.project().resolve("file.txt"), "a person's change\n");
        var author = session("edit brief");
        var _ = machine.app().changes().of(author.id()); // its end is looked at behind the turn
        Files.writeString(machine.project().resolve("later.txt"), "of somebody else\n");
        assertThat(given(of(author.id().value())))
                .contains("+++ b/parley-demo.txt")
                .doesNotContain("a person's change", "of somebody else");
        assertThat(given(of("last"))).contains("+++ b/parley-demo.txt");
        var message = rooms.messages("r", 0, 1).getFirst();
        assertEquals(author.id().value(), message.session());
    }

    @Test
    void oneThatChangedNothingIsReviewedByWhatIsNotCommitted() throws Exception {
        Files.writeString(machine.project().resolve("file.txt"), "changed\n");
        Files.writeString(machine.project().resolve("new file.txt"), "a new one\n");
        Files.writeString(machine.project().resolve(".gitignore"), "secret.txt\n");
        Files.writeString(machine.project().resolve("secret.txt"), "not to be seen\n");
        assertThat(given(of(session("brief").id().value())))
                .contains("+changed", "b/new file.txt", "+a new one")
                .doesNotContain("not to be seen");
    }

    @Test
    void aBranchIsReviewedByItsName() throws Exception {
        var repository = machine.repository();
        repository.git("branch", "-M", "main");
        repository.git("checkout", "-q", "-b", "topic");
        Files.writeString(machine.project().resolve("topic.txt"), "on the branch\n");
        repository.git("add", ".");
        repository.git("commit", "-q", "-m", "Topic");
        var project = machine.project().toString();
        assertThat(given(new RoomPost.Subject(null, "topic", null, "main", project)))
                .contains("+on the branch");
        assertThatThrownBy(
                        () -> given(new RoomPost.Subject(null, "no-such", null, "main", project)))
                .hasMessageContaining("git diff failed");
        assertThatThrownBy(() -> given(new RoomPost.Subject(null, "topic", null, null, null)))
                .hasMessageContaining("whose branch");
    }
}
