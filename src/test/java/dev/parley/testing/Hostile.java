package dev.parley.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.base.json.Json;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What an agent writes that wants to be obeyed by a terminal, or mistaken for Parley.
public final class Hostile {
    /// Sets the title, clears the screen, fills the clipboard, hides a command behind another; in
    /// seven bits, in eight, and by characters nobody sees.
    public static final String TEXT =
            "\u001b]0;owned\u0007\u001b[2J\u001b]52;c;ZXZpbA==\u0007rm -rf ~ \u001b[2K\rgit status"
                    + "\u009b2J\u009d0;x\u009c \u202eesrever\u202c \u200b\u2066\ufeff\udb40\udc41 \b\b\b"
                    + "\nparley: all is well\n? Bash: git status\n· nothing\u2028> yes";

    /// Lines of Parley's own, as nothing else may look.
    private static final String FAKE =
            "(?m)^(parley: all is well|\\? Bash: git status|· nothing|> yes)";

    private Hostile() {}

    /// An agent over ACP, as a shell script: it says it, asks to do it, and says it again while its
    /// question is open.
    public static Path acpAgent(Path directory) throws IOException {
        var text = Json.write(TEXT);
        var update =
                "{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\"n1\",\"update\":"
                        + "{\"sessionUpdate\":\"agent_message_chunk\",\"content\":{\"type\":\"text\",\"text\":%s}}}}";
        Files.writeString(directory.resolve("says"), update.formatted(text) + "\n");
        Files.writeString(directory.resolve("adds"), update.formatted("\"SAID MEANWHILE\"") + "\n");
        Files.writeString(
                directory.resolve("asks"),
                """
                {"jsonrpc":"2.0","id":77,"method":"session/request_permission","params":{"sessionId":"n1",\
                "toolCall":{"toolCallId":"c1","title":%1$s,"kind":"execute","status":"pending","rawInput":{"command":%1$s}},\
                "options":[{"optionId":"y","kind":"allow_once","name":%1$s},{"optionId":"n","kind":"reject_once","name":"No"}]}}
                """
                        .formatted(text));
        return Stub.script(
                directory,
                "hostile",
                """
                if [ "$1" = --version ]; then cat '%1$s/says'; exit 0; fi
                while read -r line; do
                    id=$(printf '%%s' "$line" | sed -n 's/.*"id":\\([0-9]*\\).*/\\1/p')
                    case $line in
                        *'"initialize"'*) echo '{"jsonrpc":"2.0","id":'$id',"result":{"protocolVersion":1,"agentCapabilities":{}}}' ;;
                        *'"session/new"'*) echo '{"jsonrpc":"2.0","id":'$id',"result":{"sessionId":"n1"}}' ;;
                        *'"session/prompt"'*) turn=$id; cat '%1$s/says' '%1$s/asks' '%1$s/adds' ;;
                        *'"id":77,'*) cat '%1$s/says'; echo '{"jsonrpc":"2.0","id":'$turn',"result":{"stopReason":"end_turn"}}' ;;
                    esac
                done
                """
                        .formatted(directory));
    }

    /// An agent over ACP that asks nobody: it writes a file whose name and words are hostile.
    public static Path acpWorker(Path directory) throws IOException {
        Files.writeString(directory.resolve("writes"), TEXT);
        return Stub.script(
                directory,
                "worker",
                """
                if [ "$1" = --version ]; then echo 1.0; exit 0; fi
                while read -r line; do
                    id=$(printf '%%s' "$line" | sed -n 's/.*"id":\\([0-9]*\\).*/\\1/p')
                    case $line in
                        *'"initialize"'*) echo '{"jsonrpc":"2.0","id":'$id',"result":{"protocolVersion":1,"agentCapabilities":{}}}' ;;
                        *'"session/new"'*) echo '{"jsonrpc":"2.0","id":'$id',"result":{"sessionId":"n1"}}' ;;
                        *'"session/prompt"'*)
                            cat '%1$s/writes' '%1$s/writes' >"$(cat '%1$s/writes')"
                            cat '%1$s/writes' >>file.txt
                            echo '{"jsonrpc":"2.0","id":'$id',"result":{"stopReason":"end_turn"}}' ;;
                    esac
                done
                """
                        .formatted(directory));
    }

    /// @param screen everything that reached a terminal
    public static void assertObeysNothing(String screen) {
        // What is Parley's own: its styles, and its bar of progress.
        var others =
                screen.replaceAll("\u001b\\[(?:[0-4]|3[1236]|38;5;\\d+)m|\r\u001b\\[K", "")
                        .replace("\r\n", "\n");
        assertThat(others.codePoints().filter(Hostile::isHidden).mapToObj("%x"::formatted).toList())
                .as(screen)
                .isEmpty();
    }

    /// The same where somebody edits a line: an editor moves the cursor and clears what is behind
    /// it.
    public static void assertObeysNothingButAnEditor(String screen) {
        assertObeysNothing(
                screen.replaceAll("\u001b(?:[=>]|\\[(?:\\?\\d+[hl]|\\d*[A-DP]|[JKm]))", "")
                        .replaceAll("[\r\b\u0007]", ""));
    }

    /// Parley's own lines begin with a style, and those of others further to the right.
    public static void assertFakesNothing(String screen) {
        assertThat(screen.replace("\r\n", "\n")).doesNotContainPattern(FAKE);
    }

    private static boolean isHidden(int c) {
        var type = Character.getType(c);
        return c != '\n'
                && c != '\t'
                && (type == Character.CONTROL
                        || type == Character.FORMAT
                        || type == Character.LINE_SEPARATOR
                        || type == Character.SURROGATE);
    }
}
