package dev.parley.history.text.index;

import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.jspecify.annotations.Nullable;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;

/// Tells an index that is damaged, and has to be made again, from a disk that is full or cannot be
/// written just now.
public final class IndexFailure {
    private IndexFailure() {}

    public static boolean isDamage(Throwable failure) {
        for (@Nullable Throwable at = failure; at != null; at = at.getCause()) {
            switch (at) {
                case CorruptIndexException _,
                        IndexFormatTooOldException _,
                        IndexFormatTooNewException _,
                        EOFException _,
                        FileNotFoundException _,
                        NoSuchFileException _ -> {
                    return true;
                }
                case IOException _ -> {
                    return false;
                }
                default -> {} // what lies behind it
            }
        }
        return true; // a surprise
    }
}
