package dev.parley.door.cli.live;

import dev.parley.base.disk.PrivateFiles;

import org.jline.reader.impl.history.DefaultHistory;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;

/// What a person said in chats, in a file that nobody else can read. Answers to questions are not
/// kept, and neither is a line that begins with a space.
final class ChatHistory extends DefaultHistory {
    private boolean keeps = true;

    /// Makes the file, so that it is private before anything is in it.
    static boolean isReady(Path file) {
        try {
            PrivateFiles.directoryOf(file);
            PrivateFiles.file(file);
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    void keeps(boolean next) {
        keeps = next;
    }

    @Override
    public void add(Instant time, String line) {
        if (keeps) {
            super.add(time, line);
        }
    }
}
