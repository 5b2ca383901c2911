package dev.parley.history.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.jspecify.annotations.Nullable;

import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The texts of a [CatalogFile]: each is written once and meant by its number afterwards. The
/// number behind the last one announces a new text.
final class CatalogWords {
    private static final int NOTHING = -1;

    private CatalogWords() {}

    static final class Writer {
        private final DataOutputStream out;
        private final Map<String, Integer> numbers = new HashMap<>();

        Writer(DataOutputStream out) {
            this.out = out;
        }

        void put(@Nullable String text) throws IOException {
            if (text == null) {
                out.writeInt(NOTHING);
                return;
            }
            var known = numbers.putIfAbsent(text, numbers.size());
            out.writeInt(known == null ? numbers.size() - 1 : known);
            if (known == null) {
                var bytes = text.getBytes(UTF_8);
                out.writeInt(bytes.length);
                out.write(bytes);
            }
        }

        void put(List<String> texts) throws IOException {
            out.writeInt(texts.size());
            for (var text : texts) {
                put(text);
            }
        }

        void putNumbers(List<Long> values) throws IOException {
            out.writeInt(values.size());
            for (var value : values) {
                out.writeLong(value);
            }
        }

        void put(@Nullable Instant time) throws IOException {
            out.writeBoolean(time != null);
            if (time != null) {
                out.writeLong(time.getEpochSecond());
                out.writeInt(time.getNano());
            }
        }
    }

    static final class Reader {
        private final CheckedContent in;
        private final List<String> texts = new ArrayList<>();
        private final Map<String, Optional<Path>> folders = new HashMap<>();

        Reader(CheckedContent in) {
            this.in = in;
        }

        @Nullable String next() throws IOException {
            var number = in.readInt();
            if (number == NOTHING) {
                return null;
            }
            if (number == texts.size()) {
                texts.add(in.readText(in.readInt()));
            }
            return texts.get(number);
        }

        String required() throws IOException {
            var text = next();
            if (text == null) {
                throw new IOException("A text is missing");
            }
            return text;
        }

        /// A path that many share; empty when this process cannot name it.
        Optional<Path> folder() throws IOException {
            return folders.computeIfAbsent(required(), Reader::path);
        }

        private static Optional<Path> path(String text) {
            try {
                return Optional.of(Path.of(text));
            } catch (InvalidPathException _) {
                return Optional.empty();
            }
        }

        List<String> list() throws IOException {
            var left = in.readInt();
            if (left == 1) {
                return List.of(required());
            }
            var list = new ArrayList<String>();
            for (; left > 0; left--) {
                list.add(required());
            }
            return List.copyOf(list);
        }

        List<Long> numbers() throws IOException {
            var left = in.readInt();
            if (left == 0) {
                return List.of();
            }
            var list = new ArrayList<Long>();
            for (; left > 0; left--) {
                list.add(in.readLong());
            }
            return list;
        }

        @Nullable Instant time() throws IOException {
            return in.readBoolean() ? Instant.ofEpochSecond(in.readLong(), in.readInt()) : null;
        }
    }
}
