package dev.parley.work.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.base.problem.Problem;
import dev.parley.testing.AgentMachine;
import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ScriptedModel;
import dev.parley.work.advice.Advice;
import dev.parley.work.advice.Cost;
import dev.parley.work.advice.ModelUnavailable;
import dev.parley.work.project.ContextFiles;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

@Timeout(120)
class ConsultTest {
    @TempDir Path directory;
    private AgentMachine machine;

    @BeforeEach
    void open() throws Exception {
        machine = new AgentMachine(directory);
    }

    @AfterEach
    void close() {
        machine.close();
    }

    private Advice ask(String model, String question, String... context) throws Exception {
        return machine.app()
                .agents()
                .consult()
                .ask(
                        new ConsultRequest(
                                machine.project(),
                                Optional.empty(),
                                model,
                                question,
                                Optional.empty(),
                                List.of(context)));
    }

    private Problem problem(String model, String question, String... context) {
        return assertThrows(Problem.class, () -> ask(model, question, context));
    }

    @Test
    void anApiWithAKeyAnswersWithItsCost() throws Exception {
        try (var model = ScriptedModel.saying(Reply.text("Four.").usage(1000, 100, 0, 0))) {
            machine.settings("\"apis\":{\"anthropic\":{\"url\":\"" + model.url() + "/v1\"}}")
                    .variable("ANTHROPIC_API_KEY", "sk-fake");
            var advice = ask("opus", "Two and two?");

            assertEquals("Four.", advice.text());
            assertEquals("claude-opus-5-5", advice.model());
            assertTrue(advice.isApi());
            assertEquals("anthropic", advice.who());
            assertEquals(Cost.Status.ESTIMATED, advice.cost().status());
            assertThat(advice.cost().usd().orElseThrow()).isPositive();
            assertEquals("claude-opus-5-5", model.requests().getFirst().modelName());
        }
    }

    @Test
    void theFormatAndTheFilesGoWithTheQuestion() throws Exception {
        Files.writeString(machine.project().resolve("notes.md"), "```\ncode\n```\n");
        try (var model = ScriptedModel.saying(Reply.text("{}"))) {
            machine.api("local", model);
            var request =
                    new ConsultRequest(
                            machine.project(),
                            Optional.empty(),
                            "local-model",
                            "What is in there?",
                            Optional.of("one JSON object"),
                            List.of("file.txt", "notes.md", "file.txt"));
            var advice = machine.app().agents().consult().ask(request);

            assertEquals(Cost.UNKNOWN, advice.cost()); // nobody knows what it costs
            var asked = model.requests().getFirst();
            assertThat(asked.systemText()).contains("one JSON object");
            assertThat(asked.userTexts().getLast())
                    .containsOnlyOnce("file.txt\n```\nfirst\n```\n")
                    .contains("notes.md\n````\n```\ncode\n```\n````\n")
                    .endsWith("\n\nWhat is in there?");
        }
    }

    @Test
    void withoutAKeyTheCliAnswersAndMayNotTouchAnything() throws Exception {
        machine.cli("alpha", "say n1 'from the CLI'; use 10 5");
        var advice = ask("alpha-1", "Who are you?");

        assertEquals("from the CLI", advice.text());
        assertFalse(advice.isApi());
        assertEquals(Optional.of("n1"), advice.nativeId());
        assertEquals(List.of("run --plan --model alpha-1"), machine.arguments("alpha"));
        assertEquals(List.of("Who are you?"), machine.prompts("alpha"));
    }

    @Test
    void aCliThatFailsOrSaysNothingIsAProblem() throws Exception {
        machine.cli("alpha", "echo 'key sk-0123456789abcdef0123 is wrong' >&2; exit 3");
        var problem = problem("alpha-1", "Who are you?");
        assertEquals(Problem.Kind.AGENT_FAILED, problem.kind());
        assertThat(problem.message()).contains("[secret] is wrong").doesNotContain("sk-01234");
    }

    @Test
    void unknownNamesComeWithTheClosest() throws Exception {
        machine.cli("alpha", "say n1 x");
        var problem = (ModelUnavailable) problem("alpa-1", "?");
        assertEquals("ModelNotFound", problem.reason().code());
        assertEquals("ModelNotFound: There is no model \"alpa-1\".", problem.message());
        assertEquals("Did you mean alpha-1?", problem.remedy());
    }

    @Test
    void aModelWithNeitherKeyNorCliComesWithThoseThatHaveOne() throws Exception {
        machine.cli("alpha", "say n1 x");
        var problem = (ModelUnavailable) problem("gemini-2.5-pro", "?");
        assertEquals("NoCliAvailable", problem.reason().code());
        assertThat(problem.message())
                .contains("Gemini CLI is not installed")
                .contains("the API google has no key (GEMINI_API_KEY)");
        assertThat(problem.remedy()).contains("alpha-1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../secret.txt",
                "/etc/passwd",
                "link.txt",
                "missing",
                "a\0b",
                "directory-link"
            })
    void whatIsNotInTheProjectIsRefused(String name) throws Exception {
        Files.writeString(directory.resolve("secret.txt"), "secret");
        Files.createDirectories(directory.resolve("elsewhere"));
        Files.createSymbolicLink(
                machine.project().resolve("link.txt"), directory.resolve("secret.txt"));
        Files.createSymbolicLink(
                machine.project().resolve("directory-link"), directory.resolve("elsewhere"));
        machine.cli("alpha", "say n1 x");
        assertEquals(Problem.Kind.INVALID_REQUEST, problem("alpha-1", "?", name).kind());
        assertEquals(List.of(), machine.prompts("alpha"));
    }

    @Test
    void binariesAndLargeFilesAreRefused() throws Exception {
        machine.cli("alpha", "say n1 x");
        Files.write(machine.project().resolve("a.bin"), new byte[] {1, 0, 2});
        Files.write(machine.project().resolve("b.bin"), new byte[] {(byte) 0xff, (byte) 0xfe});
        Files.writeString(
                machine.project().resolve("large.txt"), "x".repeat(ContextFiles.LARGEST_FILE + 1));
        assertEquals("\"a.bin\" is no text.", problem("alpha-1", "?", "a.bin").message());
        assertEquals("\"b.bin\" is no text.", problem("alpha-1", "?", "b.bin").message());
        assertEquals(Problem.Kind.TOO_LARGE, problem("alpha-1", "?", "large.txt").kind());
    }

    @Test
    void aDirectoryStandsForWhatIsNotIgnored() throws Exception {
        var sources = Files.createDirectories(machine.project().resolve("src"));
        Files.writeString(sources.resolve("A.txt"), "text of A");
        Files.writeString(sources.resolve("B.log"), "text of B");
        Files.writeString(sources.resolve("C.txt"), "text of C");
        Files.write(sources.resolve("D.bin"), new byte[] {0});
        Files.writeString(machine.project().resolve(".gitignore"), "*.log\n");
        Files.writeString(sources.resolve(".ignore"), "C.txt\n");
        Files.createSymbolicLink(sources.resolve("E.txt"), Path.of("/etc/passwd"));
        machine.cli("alpha", "say n1 x");
        ask("alpha-1", "?", "src");
        assertThat(machine.prompts("alpha").getFirst())
                .contains("text of A")
                .doesNotContain("text of B", "text of C", "D.bin", "root:");
    }

    @Test
    void tooManyFilesAreRefused() throws Exception {
        machine.cli("alpha", "say n1 x");
        var many = Files.createDirectories(machine.project().resolve("many"));
        for (var number = 0; number <= ContextFiles.MOST_FILES; number++) {
            Files.writeString(many.resolve(number + ".txt"), "x");
        }
        assertEquals(Problem.Kind.TOO_LARGE, problem("alpha-1", "?", "many").kind());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  \n"})
    void anEmptyQuestionIsRefused(String question) throws Exception {
        machine.cli("alpha", "say n1 x");
        assertEquals("The question is empty.", problem("alpha-1", question).message());
    }

    @Test
    void aCallThatIsCancelledEndsTheCli() throws Exception {
        machine.cli("alpha", "echo $$ > \"$LOG/pid\"; exec sleep 1000");
        machine.app();
        var asking =
                Thread.ofVirtual()
                        .start(() ->
                                assertThrows(
                                        InterruptedException.class, () -> ask("alpha-1", "?")));
        var pid = directory.resolve("log-alpha/pid");
        while (!Files.exists(pid) || Files.readString(pid).isBlank()) {
            Thread.sleep(5);
        }
        asking.interrupt();
        asking.join();
        var number = Long.parseLong(Files.readString(pid).strip());
        assertTrue(ProcessHandle.of(number).filter(ProcessHandle::isAlive).isEmpty());
    }
}
