package dev.parley.door.cli.ticket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.api.TicketDraft;
import dev.parley.base.json.Json;
import dev.parley.store.sqlite.Database;
import dev.parley.store.sqlite.SqliteTicketStore;
import dev.parley.testing.Commands;
import dev.parley.testing.Stub;
import dev.parley.ticket.Board;
import dev.parley.ticket.Proposals;
import dev.parley.tool.ToolCall;
import dev.parley.tool.ToolCaller;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class TicketsCommandTest {
    @TempDir Path temp;

    private Path home;
    private Commands parley;

    @BeforeEach
    void open() throws Exception {
        home = temp.toRealPath();
        var environment = new HashMap<>(Map.of("PATH", "/usr/bin:/bin", "HOME", home.toString()));
        environment.put("PARLEY_HOME", home.resolve("parley").toString());
        // An editor with a word behind its name, as people have it.
        var script =
                Stub.script(
                        home, "editor", "[ \"$1\" = --wait ] || exit 9\n. '" + home + "/edit'\n");
        environment.put("EDITOR", "'" + script + "' --wait");
        parley = new Commands(environment);
    }

    @AfterEach
    void close() {
        parley.close();
    }

    private JsonNode json(String... words) {
        assertEquals(0, parley.run(words), parley::err);
        return Json.parse(parley.out()).orElseThrow();
    }

    private void written(String title) {
        assertEquals(
                0, parley.run("tickets", "new", title, "--project", home.toString()), parley::err);
    }

    /// What the editor does with the file `$2`.
    private void edits(String script) throws Exception {
        Files.writeString(home.resolve("edit"), script);
    }

    private List<Path> leftBehind() throws Exception {
        var edits = home.resolve("parley/data/edits");
        if (!Files.exists(edits)) {
            return List.of();
        }
        try (var files = Files.list(edits)) {
            return files.toList();
        }
    }

    @Test
    void aTicketFromTheBeginningToTheEnd() {
        written("one");
        assertEquals(
                0,
                parley.run(
                        "tickets",
                        "new",
                        "two",
                        "--project",
                        home.toString(),
                        "--depends-on",
                        "T1",
                        "--label",
                        "x",
                        "--kind",
                        "bug",
                        "--body",
                        "why"),
                parley::err);
        assertEquals("T2 ready: two (waits for T1)\n", parley.out());
        assertEquals(0, parley.run("tickets"));
        assertThat(parley.out()).contains("T1", "T2", "two (waits for T1)");
        var all = parley.out();
        assertEquals(0, parley.run("tickets", "list"));
        assertEquals(all, parley.out());
        assertEquals(0, parley.run("tickets", "list", "--label", "x"));
        assertThat(parley.out()).contains("T2").doesNotContain("one");
        assertEquals(0, parley.run("tickets", "comment", "T2", "hm"));
        assertEquals(0, parley.run("tickets", "move", "T2", "ready", "--before", "T1"));
        assertEquals(
                List.of("T2", "T1"),
                json("tickets", "--json")
                        .path("tickets")
                        .valueStream()
                        .map(one -> one.path("id").asString())
                        .toList());
        assertEquals(0, parley.run("tickets", "move", "T1", "done"));
        assertEquals(0, parley.run("tickets", "show", "T2"));
        assertThat(parley.out()).contains("T2 ready: two\n", "bug", "why", "hm", "a person");
        assertEquals("T2", json("tickets", "show", "T2", "--json").path("id").asString());
        assertEquals(
                "two", json("tickets", "--label", "x", "--json").at("/tickets/0/title").asString());
        assertEquals(0, parley.run("tickets", "--column", "done"));
        assertThat(parley.out()).contains("T1").doesNotContain("T2");
    }

    @Test
    void editsInTheEditorOfThePerson() throws Exception {
        written("one");
        edits("sed -i -e 's/^title: one/title: better/' -e 's/^labels: .*/labels: [a, b]/' \"$2\"");
        assertEquals(0, parley.run("tickets", "edit", "T1"), parley::err);
        assertEquals("T1 ready: better\n", parley.out());
        assertEquals(2, json("tickets", "show", "T1", "--json").path("labels").size());
        assertThat(leftBehind()).isEmpty();
        edits("echo 'more text' >> \"$2\"");
        assertEquals("more text", json("tickets", "edit", "T1", "--json").path("body").asString());
    }

    @Test
    void aBrokenFileIsKeptAndTheErrorNamesTheLine() throws Exception {
        written("one");
        edits("sed -i 's/^kind: task/kind: taskk/' \"$2\"");
        assertEquals(2, parley.run("tickets", "edit", "T1"));
        assertThat(parley.err()).contains("line 4", "\"taskk\" is none of", "What you wrote is in");
        assertThat(leftBehind()).hasSize(1);
        assertThat(parley.err()).contains(leftBehind().getFirst().toString());
        assertThat(Files.readString(leftBehind().getFirst())).contains("kind: taskk");
        edits("exit 1");
        assertEquals(2, parley.run("tickets", "edit", "T1"));
        assertThat(parley.err()).contains("The editor ended with 1, so nothing was changed.");
        edits("sed -i 's/^id: T1/id: T2/' \"$2\"");
        assertEquals(2, parley.run("tickets", "edit", "T1"));
        assertThat(parley.err()).contains("The id and the column are not changed here.");
        assertEquals(5, parley.run("tickets", "edit", "T1", "--accept"));
    }

    @Test
    void theSameFileTwiceAddsNothing() throws Exception {
        var file =
                Files.writeString(
                        home.resolve("board.md"),
                        """
                        ---
                        id: a
                        title: one
                        ---
                        ---
                        title: twin
                        ---
                        ---
                        title: twin
                        ---
                        """);
        String[] command = {"tickets", "import", file.toString(), "--project", home.toString()};
        assertEquals(0, parley.run(command), parley::err);
        assertEquals("Imported 3 tickets.\n", parley.out());
        assertEquals(0, parley.run("tickets", "move", "T1", "done"));
        edits("sed -i 's/^title: twin/title: other/' \"$2\"");
        assertEquals(0, parley.run("tickets", "edit", "T2"), parley::err);
        Files.writeString(file, Files.readString(file) + "---\ntitle: new\ndependsOn: [a]\n---\n");

        assertEquals(0, parley.run(command), parley::err);

        assertThat(parley.out())
                .isEqualTo(
                        "Imported 1 ticket.\nSkipped 3 tickets that the project has already: T1,"
                                + " T2, T3\n");
        assertEquals("T1", json("tickets", "show", "T4", "--json").at("/dependsOn/0").asString());
        // What this board has exported it has already, too.
        assertEquals(0, parley.run("tickets", "export"));
        Files.writeString(file, parley.out());
        var again =
                json("tickets", "import", file.toString(), "--project", home.toString(), "--json");
        assertEquals(0, again.path("imported").asInt(), again::toString);
        assertEquals(4, again.path("skipped").size());
    }

    @Test
    void decidesOnlyOnWhatThePersonHasRead() throws Exception {
        var file = home.resolve("board.md");
        Files.writeString(file, "---\ntitle: one\ncolumn: proposed\n---\n");
        assertEquals(
                0, parley.run("tickets", "import", file.toString(), "--project", home.toString()));
        assertEquals(0, parley.run("tickets", "show", "T1"));
        assertThat(parley.out()).containsPattern("version +1\n");
        edits("sed -i 's/^title: one/title: two/' \"$2\"");
        assertEquals(0, parley.run("tickets", "edit", "T1"));

        assertEquals(5, parley.run("tickets", "accept", "T1", "--if-version", "1"));
        assertThat(parley.err()).contains("T1 was changed since you saw it: version 1, now 2.");
        assertEquals(5, parley.run("tickets", "reject", "T1", "--if-version", "1"));
        assertEquals(0, parley.run("tickets", "accept", "T1", "--if-version", "2"), parley::err);
    }

    /// As an agent does it in another process.
    private String proposed(String title, String body) throws Exception {
        assertEquals(0, parley.run("tickets")); // the store is there
        try (var database = new Database(home.resolve("parley/data/parley.db"))) {
            var store = new SqliteTicketStore(database);
            var board = new Board(store, Clock.systemUTC());
            try (var proposals = new Proposals(store, board, Clock.systemUTC())) {
                var draft = TicketDraft.titled("").saying(title, body);
                return proposals
                        .stage(
                                new ToolCaller("demo", Optional.empty(), home),
                                home,
                                new ToolCall.Moment("t1", 1),
                                List.of(new Proposals.Suggestion(draft, List.of())))
                        .proposal();
            }
        }
    }

    @Test
    void showsAllOfACallBeforeItIsDecided() throws Exception {
        var proposal = proposed("Mend it", "Why\nand how.");

        assertEquals(0, parley.run("tickets", "--proposal", proposal), parley::err);

        assertEquals("T1 proposed: Mend it (version 1)\nWhy\nand how.\n\n", parley.out());
        assertEquals(5, parley.run("tickets", "accept-all", proposal, "--if-version", "T1=2"));
        assertEquals(5, parley.run("tickets", "reject-all", proposal, "--if-version", "T2=1"));
        assertEquals(0, parley.run("tickets", "accept-all", proposal, "--if-version", "T1=1"));
    }

    @Test
    void saysWhatIsWrong() {
        written("one");
        assertEquals(4, parley.run("tickets", "show", "T9"));
        assertThat(parley.err()).contains("There is no ticket T9.");
        assertEquals(5, parley.run("tickets", "accept", "T1"));
        assertThat(parley.err()).contains("T1 was decided already: it is ready.");
        assertEquals(2, parley.run("tickets", "--column", "dne"));
        assertThat(parley.err()).contains("There is no column \"dne\".", "Did you mean done?");
        assertEquals(4, parley.run("tickets", "accept-all", "p1"));
        assertEquals(4, parley.run("tickets", "start", "T1", "--provider", "demo"));
        assertThat(parley.err()).contains("No Parley server is running.", "parley up");
        assertEquals(2, parley.run("tickets", "import", "/no/such"));
        assertThat(parley.err()).contains("There is no file /no/such.");
    }

    @Test
    void aFileOfTenThousandTicketsComesBackTheSame() throws Exception {
        var text = new StringBuilder();
        for (var i = 0; i < 10_000; i++) {
            text.append(i == 0 ? "" : "\n")
                    .append(
                            "---\nid: T%d\ntitle: Ticket %d\nkind: task\npriority: normal\n"
                                    .formatted(i + 1, i))
                    .append(
                            "labels: []\ndependsOn: [%s]\nfiles: []\n"
                                    .formatted(i == 0 ? "" : "T" + i))
                    .append("column: ready\n---\n\nThe body of ")
                    .append(i)
                    .append("\n");
        }
        var file = Files.writeString(home.resolve("board.md"), text);
        assertEquals(
                10_000,
                json("tickets", "import", file.toString(), "--project", home.toString(), "--json")
                        .path("imported")
                        .asInt());
        assertEquals(0, parley.run("tickets", "export"));
        assertEquals(text.toString(), parley.out());
        assertEquals(0, parley.run("tickets", "export", "--json"));
        assertThat(Json.parse(parley.out()).orElseThrow().path("tickets").size()).isEqualTo(10_000);
        var tooMany = text + "\n---\ntitle: one more\n---\n";
        Files.writeString(file, tooMany);
        assertEquals(2, parley.run("tickets", "import", file.toString()));
        assertThat(parley.err()).contains("These are 10001 tickets, and 10000 can be taken.");
    }
}
