package dev.parley.provider.demo;

import dev.parley.base.json.Json;

import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Collectors;

/// A tool the demo agent calls. It really does what it says.
sealed interface DemoTool {
    String callId();

    String name();

    /// For people.
    String title();

    ObjectNode arguments();

    /// What it returns; `summary` is the sentence about it in the answer.
    record Result(String output, boolean isError, String summary) {
        static Result refused(DemoTool tool, String reason) {
            return new Result(
                    "Not permitted. " + reason,
                    true,
                    "I was not permitted to use `" + tool.name() + "`. " + reason);
        }

        static Result failed(DemoTool tool, IOException cause) {
            return new Result(
                    cause.toString(), true, "My tool `" + tool.name() + "` failed: " + cause);
        }
    }

    /// @param stage where it is used
    Result use(Path cwd, DemoStage stage);

    /// Lists the working directory. Needs no permission.
    record ListFiles(String callId, int most) implements DemoTool {
        @Override
        public String name() {
            return "list_files";
        }

        @Override
        public String title() {
            return "List the files of the working directory";
        }

        @Override
        public ObjectNode arguments() {
            return Json.object().put("path", ".").put("most", most);
        }

        @Override
        public Result use(Path cwd, DemoStage stage) {
            try (var files = Files.list(cwd)) {
                var names =
                        files.map(file -> file.getFileName() + (Files.isDirectory(file) ? "/" : ""))
                                .sorted()
                                .toList();
                var more = names.size() - most;
                var shown = names.stream().limit(most).collect(Collectors.joining("\n"));
                return new Result(
                        more > 0 ? shown + "\n… and " + more + " more" : shown,
                        false,
                        "I looked at the working directory: " + names.size() + " entries.");
            } catch (IOException e) {
                return Result.failed(this, e);
            }
        }
    }

    /// Writes a file in the working directory, never through a link to elsewhere.
    record WriteFile(String callId, String file, String content) implements DemoTool {
        @Override
        public String name() {
            return "write_file";
        }

        @Override
        public String title() {
            return "Write " + file;
        }

        @Override
        public ObjectNode arguments() {
            return Json.object().put("path", file).put("content", content);
        }

        @Override
        public Result use(Path cwd, DemoStage stage) {
            try {
                Files.writeString(
                        cwd.resolve(file),
                        content,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        LinkOption.NOFOLLOW_LINKS);
                return new Result("Wrote " + file, false, "I wrote `" + file + "`.");
            } catch (IOException e) {
                return Result.failed(this, e);
            }
        }
    }

    /// Proposes tickets with a tool of Parley's, and waits until a person has decided.
    record ProposeTickets(String callId, List<String> titles) implements DemoTool {
        /// What Parley calls the tool, and the one that goes on waiting.
        static final String TOOL = "create_ticket";

        private static final String GO_ON = "await_ticket";

        @Override
        public String name() {
            return "mcp__parley__" + TOOL;
        }

        @Override
        public String title() {
            return "Propose tickets";
        }

        @Override
        public ObjectNode arguments() {
            var json = Json.object();
            var tickets = json.putArray("tickets");
            titles.forEach(title -> tickets.addObject().put("title", title));
            return json;
        }

        @Override
        public Result use(Path cwd, DemoStage stage) {
            try {
                var said = stage.callTool(TOOL, arguments());
                while (DemoTickets.isPending(said) && stage.hasTool(GO_ON)) {
                    var id = DemoTickets.outcome(said).path("id").asString("");
                    said = stage.callTool(GO_ON, Json.object().put("id", id));
                }
                return new Result(
                        said.path("content").path(0).path("text").asString(""),
                        said.path("isError").asBoolean(false),
                        DemoTickets.summary(said));
            } catch (IOException e) {
                return stage.isOver()
                        ? new Result("Interrupted.", true, "Nobody waits for the tickets.")
                        : Result.failed(this, e);
            }
        }
    }
}
