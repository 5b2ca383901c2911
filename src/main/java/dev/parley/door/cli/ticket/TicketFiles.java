package dev.parley.door.cli.ticket;

import dev.parley.api.Ticket;
import dev.parley.api.TicketCopy;
import dev.parley.base.problem.Problem;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.json.Messages;
import dev.parley.door.json.TicketJson;
import dev.parley.door.render.TicketMarkdown;
import dev.parley.door.render.TicketMarkdownReader;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/// The commands below `parley tickets` that take the board out of Parley and back.
final class TicketFiles {
    private static final int MOST_NAMED = 20;
    private static final int LARGEST = 64 * 1024 * 1024;

    private TicketFiles() {}

    /// `parley tickets import`
    @Command(
            name = "import",
            description = "Put the tickets of a file onto the board, as new ones: all or none.",
            footer = {
                "",
                "A file is Markdown or JSON as `parley tickets export` prints it. Tickets that the",
                "project has already, such as those of the same file before, are skipped and named."
            })
    static final class Import extends TicketCommand {
        @Parameters(
                index = "0",
                paramLabel = "FILE",
                description = "The file; - for standard input.")
        private String file = "";

        @Option(
                names = "--project",
                paramLabel = "DIR",
                description = "For the repository around this directory. Default: here.")
        private Path project = Path.of("");

        Import(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        @Override
        public Integer call() throws InterruptedException {
            var imported = tickets().imported(project.toAbsolutePath().normalize(), copies(text()));
            if (json) {
                console.printJson(TicketJson.of(imported));
                return 0;
            }
            console.out().println("Imported " + number(imported.added().size()) + ".");
            var skipped = imported.skipped();
            if (!skipped.isEmpty()) {
                console.out()
                        .println(
                                "Skipped "
                                        + number(skipped.size())
                                        + " that the project has already: "
                                        + names(
                                                skipped.stream()
                                                        .limit(MOST_NAMED)
                                                        .map(Ticket::number)
                                                        .toList())
                                        + (skipped.size() > MOST_NAMED ? ", …" : ""));
            }
            return 0;
        }

        private static String number(int tickets) {
            return tickets == 1 ? "1 ticket" : tickets + " tickets";
        }

        private List<TicketCopy> copies(String text) {
            return text.stripLeading().startsWith("{")
                    ? TicketJson.copies(Messages.object(text, file), file)
                    : TicketMarkdownReader.read(text, file);
        }

        private String text() {
            try {
                if (file.equals("-")) {
                    var bytes = console.in().readNBytes(LARGEST + 1);
                    checkSize(bytes.length);
                    return new String(bytes, StandardCharsets.UTF_8);
                }
                var path = Path.of(file);
                checkSize(Files.size(path));
                return Files.readString(path);
            } catch (NoSuchFileException _) {
                throw Problem.invalid("There is no file " + file + ".", "Name an existing one.");
            } catch (CharacterCodingException _) {
                throw Problem.invalid(file + " is not UTF-8.", "Save it as UTF-8 text.");
            } catch (IOException e) {
                throw Problem.invalid(
                                file + " cannot be read: " + e.getMessage(), "Name another one.")
                        .causedBy(e);
            }
        }

        private void checkSize(long bytes) {
            if (bytes > LARGEST) {
                throw Problem.invalid(file + " is larger than 64 MB.", "Import it in parts.");
            }
        }
    }

    /// `parley tickets export`
    @Command(
            name = "export",
            description = "Print the board as Markdown, or as JSON: all columns, with comments.",
            footer = {"", "parley tickets export --project . > board.md"})
    static final class Export extends TicketCommand {
        @Option(
                names = "--project",
                paramLabel = "DIR",
                description = "Only of the repository around this directory.")
        private @Nullable Path project;

        Export(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        @Override
        public Integer call() throws InterruptedException {
            var copies =
                    tickets()
                            .exported(
                                    project == null ? null : project.toAbsolutePath().normalize());
            if (json) {
                console.printJson(TicketJson.file(copies));
            } else {
                console.out().print(TicketMarkdown.file(copies));
            }
            return 0;
        }
    }
}
