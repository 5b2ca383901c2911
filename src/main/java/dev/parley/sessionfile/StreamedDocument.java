package dev.parley.sessionfile;

import dev.parley.base.json.Json;
import dev.parley.sessionfile.scan.Bytes;
import dev.parley.sessionfile.scan.LargeLines;
import dev.parley.sessionfile.scan.Line;
import dev.parley.sessionfile.scan.Piece;
import dev.parley.sessionfile.scan.Values;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BiConsumer;

/// A JSON document that may be larger than memory: an object with one long array in it, of which
/// one element at a time is read. A broken element costs that element; what stands before the place
/// where a document breaks off is worth having. Belongs to one thread.
public final class StreamedDocument {
    private static final int MOST_OF_A_MEMBER = 1 << 20;

    private final Path path;
    private final String array;

    /// @param array the name of the long one
    public StreamedDocument(Path path, String array) {
        this.path = path;
        this.array = array;
    }

    /// Everything but the array.
    ///
    /// @param isWhole whether it is an object that ends, with such an array in it
    public record Rest(ObjectNode members, boolean isWhole) {}

    public Rest rest() throws IOException {
        var members = Json.object();
        var cutter =
                new Cutter((name, value) -> {
                    if (!name.isEmpty()) {
                        value.any().ifPresent(json -> members.set(name, json));
                    }
                });
        cutter.wantsElements = false;
        cutter.read();
        return new Rest(members, cutter.isWhole && cutter.hasArray);
    }

    /// Takes the elements as they come.
    public interface Elements {
        void element(JsonNode element);

        /// One that is no object, or too long.
        void skipped();
    }

    public void elements(Elements elements) throws IOException {
        new Cutter(
                        (name, value) -> {
                            if (name.isEmpty()) {
                                LargeLines.read(value.length(), () -> take(value, elements));
                            }
                        })
                .read(elements);
    }

    private static void take(Line value, Elements elements) {
        value.json().ifPresentOrElse(elements::element, elements::skipped);
        LargeLines.leftBehind(value.length());
    }

    /// Cuts the document into the values of its members, by name, and the elements of the array,
    /// without one.
    private final class Cutter {
        private final BiConsumer<String, Line> each;
        private final Piece piece = new Piece();
        private final byte[] single = new byte[1];
        private boolean wantsElements = true;
        private boolean hasArray;
        private boolean isWhole;

        private int depth;
        private boolean isInArray;
        private boolean isInText;
        private boolean isEscaped;
        private boolean isInName;
        private boolean isValueNext;
        private boolean isTaking;
        private boolean isTooLong;
        private String name = "";

        Cutter(BiConsumer<String, Line> each) {
            this.each = each;
        }

        void read() throws IOException {
            read(
                    new Elements() {
                        @Override
                        public void element(JsonNode element) {}

                        @Override
                        public void skipped() {}
                    });
        }

        void read(Elements elements) throws IOException {
            var bytes = new byte[1 << 16];
            try (var in = Files.newInputStream(path)) {
                for (var count = in.read(bytes); count >= 0 && !isWhole; count = in.read(bytes)) {
                    for (var at = 0; at < count && !isWhole; at++) {
                        var end =
                                isInText && !isEscaped && !isInName ? plain(bytes, at, count) : at;
                        if (end > at) {
                            keep(bytes, at, end);
                            at = end - 1;
                        } else {
                            take(bytes[at], elements);
                        }
                    }
                }
            } finally {
                piece.clear();
            }
        }

        /// Where plain text ends: nearly all there is, so it is taken in one.
        private static int plain(byte[] bytes, int from, int to) {
            var quote = Bytes.find('"', bytes, from, to);
            return Bytes.find('\\', bytes, from, quote);
        }

        private void take(byte one, Elements elements) {
            if (isInText) {
                inText(one);
                return;
            }
            switch (one) {
                case '"' -> {
                    isInText = true;
                    if (depth == 1 && !isValueNext && !isTaking) {
                        isInName = true;
                        piece.clear();
                    } else {
                        keep(one);
                    }
                }
                case '{', '[' -> open(one);
                case '}', ']' -> close(one, elements);
                case ',' -> {
                    if (depth == level()) {
                        end(elements);
                    } else {
                        keep(one);
                    }
                }
                case ':' -> {
                    if (depth == 1 && !isTaking) {
                        isValueNext = true;
                    } else {
                        keep(one);
                    }
                }
                case ' ', '\n', '\r', '\t' -> {
                    if (isTaking) {
                        keep(one);
                    }
                }
                default -> keep(one);
            }
        }

        /// Where the values are that are cut out.
        private int level() {
            return isInArray ? 2 : 1;
        }

        private void inText(byte one) {
            if (isInName) {
                if (one == '"' && !isEscaped) {
                    isInName = false;
                    isInText = false;
                    name = piece.line().text();
                    piece.clear();
                } else if (piece.size() < Values.LONGEST_NAME) {
                    single[0] = one;
                    piece.add(single, 0, 1);
                }
            } else {
                keep(one);
                isInText = one != '"' || isEscaped;
            }
            isEscaped = one == '\\' && !isEscaped;
        }

        private void open(byte one) {
            if (depth == 1 && isValueNext && !isTaking && one == '[' && name.equals(array)) {
                isInArray = true;
                hasArray = true;
                isValueNext = false;
            } else if (depth > 0) {
                keep(one);
            }
            depth++;
        }

        private void close(byte one, Elements elements) {
            if (depth == level()) {
                end(elements);
                isInArray = false;
            } else {
                keep(one);
            }
            depth--;
            isWhole = depth <= 0;
        }

        private void keep(byte one) {
            if (depth == 0 || (depth == 1 && !isValueNext && !isTaking)) {
                return;
            }
            single[0] = one;
            isTaking = true;
            isValueNext = false;
            keep(single, 0, 1);
        }

        private void keep(byte[] bytes, int from, int to) {
            var isWanted = isTaking && isInArray == wantsElements;
            if (!isWanted || isTooLong) {
                return;
            }
            if (piece.size() + to - from > (isInArray ? LargeLines.LIMIT : MOST_OF_A_MEMBER)) {
                isTooLong = true;
                piece.clear();
            } else {
                piece.add(bytes, from, to - from);
            }
        }

        private void end(Elements elements) {
            if (isTaking && isTooLong && isInArray) {
                elements.skipped();
            } else if (isTaking && !isTooLong && piece.size() > 0) {
                each.accept(isInArray ? "" : name, piece.line());
            }
            isTaking = false;
            isTooLong = false;
            isValueNext = false;
            piece.clear();
        }
    }
}
