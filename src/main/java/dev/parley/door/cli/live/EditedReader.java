package dev.parley.door.cli.live;

import org.jline.reader.impl.LineReaderImpl;
import org.jline.terminal.Terminal;
import org.jline.utils.AttributedString;

import java.io.IOException;

/// JLine's editor, with what stands before the line to the letter: it would take `%` in it for
/// more.
final class EditedReader extends LineReaderImpl {
    EditedReader(Terminal terminal) throws IOException {
        super(terminal, "parley");
    }

    void prompt(String text) {
        prompt = AttributedString.fromAnsi(text);
    }
}
