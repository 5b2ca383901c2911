package dev.parley.testing.model;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.List;

/// What the scripted model does when it is asked: it answers, or it fails. One language for all
/// four model APIs.
///
/// ```java
/// Reply.thinking("hmm").text("I will look.").shell("ls src")
/// Reply.write("a.txt", "content").usage(1000, 50, 800, 10)
/// Reply.text("a long answer").slowly(Duration.ofMillis(100)).cutAfter(2)
/// Reply.error(529, "overloaded")
/// ```
public sealed interface Reply permits Reply.Answer, Reply.Failure {

    static Answer text(String text) {
        return Answer.EMPTY.text(text);
    }

    static Answer thinking(String text) {
        return Answer.EMPTY.thinking(text);
    }

    /// Runs a command with whatever shell tool the calling CLI offers.
    static Answer shell(String command) {
        return Answer.EMPTY.shell(command);
    }

    /// Writes a file with whatever tool the calling CLI offers. Some CLIs insist on an absolute
    /// path.
    static Answer write(String path, String content) {
        return Answer.EMPTY.write(path, content);
    }

    /// Calls a tool by name. `mcp__server__tool` is turned into the calling CLI's own spelling of
    /// that MCP tool.
    static Answer tool(String name, String json) {
        return Answer.EMPTY.tool(name, json);
    }

    static Failure error(int status, String message) {
        return new Failure(status, message, Duration.ZERO, false);
    }

    /// Parts in order, and how they are delivered: the pause before each chunk, the number of
    /// chunks after which the connection breaks (negative: never), and the token counts it reports.
    record Answer(List<Part> parts, Duration pause, int cutAfter, Tokens tokens) implements Reply {
        static final Answer EMPTY = new Answer(List.of(), Duration.ZERO, -1, Tokens.USUAL);

        public Answer {
            parts = List.copyOf(parts);
        }

        public Answer text(String text) {
            return and(new Part.Text(text));
        }

        public Answer thinking(String text) {
            return and(new Part.Thinking(text));
        }

        public Answer shell(String command) {
            return and(new Part.Shell(command));
        }

        public Answer write(String path, String content) {
            return and(new Part.Write(path, content));
        }

        public Answer tool(String name, String json) {
            return and(new Part.Tool(name, Json.parse(json)));
        }

        public Answer slowly(Duration betweenChunks) {
            return new Answer(parts, betweenChunks, cutAfter, tokens);
        }

        /// Breaks the connection after so many chunks of content; a word of text is one chunk, a
        /// tool call too.
        public Answer cutAfter(int chunks) {
            return new Answer(parts, pause, chunks, tokens);
        }

        /// Input counts the cached tokens as well, output the reasoning ones; each API reports them
        /// in its own way.
        public Answer usage(int input, int output, int cached, int reasoning) {
            return new Answer(parts, pause, cutAfter, new Tokens(input, output, cached, reasoning));
        }

        private Answer and(Part part) {
            return new Answer(Json.appended(parts, part), pause, cutAfter, tokens);
        }
    }

    /// An HTTP error instead of an answer.
    ///
    /// @param retryAfter when the caller is told to come back; zero tells it nothing
    record Failure(int status, String message, Duration retryAfter, boolean repeated)
            implements Reply {
        /// The script does not go on: every further request fails the same way.
        public Failure forever() {
            return new Failure(status, message, retryAfter, true);
        }

        public Failure retryAfter(Duration time) {
            return new Failure(status, message, time, repeated);
        }
    }

    /// One piece of an answer.
    sealed interface Part {
        record Text(String text) implements Part {}

        record Thinking(String text) implements Part {}

        record Shell(String command) implements Part {}

        record Write(String path, String content) implements Part {}

        record Tool(String name, JsonNode input) implements Part {}
    }

    /// Token counts of one answer; `input` includes `cached`, `output` includes `reasoning`.
    record Tokens(int input, int output, int cached, int reasoning) {
        static final Tokens USUAL = new Tokens(100, 20, 0, 0);
    }
}
