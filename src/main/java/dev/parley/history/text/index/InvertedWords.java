package dev.parley.history.text.index;

import dev.parley.history.text.words.PackedWords;
import dev.parley.history.text.words.Role;
import dev.parley.history.text.words.WordBuffer;
import dev.parley.history.text.words.WordOrder;
import dev.parley.history.text.words.WordTable;

import java.util.Arrays;

/// The words of a [WordBuffer] turned round: in the order of the index, and for each the turns it
/// is in and where in them.
final class InvertedWords {
    private final WordTable table;

    /// The numbers of all words, by role and then by their bytes.
    private final int[] order;

    /// Where the words of a role begin in the order.
    private final int[] roles = new int[Role.values().length + 1];

    /// Of one word after the other, in the order of their numbers: a turn as a negative number, and
    /// the places in it.
    private final int[] places;

    /// For each word where its places end, and the turn it was last in: both are needed at once.
    private final int[] ends;

    private int turn;
    private int position = -1;

    InvertedWords(WordBuffer buffer) {
        table = buffer.table();
        order = WordOrder.of(table);
        for (var number : order) {
            roles[table.role(number) + 1]++;
        }
        Arrays.parallelPrefix(roles, Integer::sum);
        places = new int[table.count()];
        // While they are filled these are the ends so far.
        var end = 0;
        ends = new int[2 * table.size()];
        var counts = table.counts();
        for (var number = 0; number < counts.length; number++) {
            ends[2 * number] = end;
            ends[2 * number + 1] = -1;
            end += counts[number];
        }
        buffer.forEach(this::fill);
    }

    private void fill(int[] row, int length) {
        var known = ends;
        var filled = places;
        var place = position;
        for (var at = 0; at < length; at++) {
            var value = row[at];
            if (value >= 0) {
                place++;
                var word = 2 * value;
                var end = known[word];
                if (known[word + 1] != turn) {
                    known[word + 1] = turn;
                    filled[end++] = ~turn;
                }
                filled[end++] = place;
                known[word] = end;
            } else if (value == WordBuffer.TEXT_END) {
                place += PackedWords.GAP;
            } else {
                place = -1;
                turn += value == WordBuffer.TURN_END ? 1 : 0;
            }
        }
        position = place;
    }

    WordTable table() {
        return table;
    }

    /// Where the words of a role begin in the order, and those of the next.
    int first(Role role) {
        return roles[role.code()];
    }

    int end(Role role) {
        return roles[role.code() + 1];
    }

    /// The number of the word at a place of the order.
    int number(int at) {
        return order[at];
    }

    int[] places() {
        return places;
    }

    /// Where in [#places] those of a word begin, and those of the next.
    int start(int number) {
        return number == 0 ? 0 : ends[2 * number - 2];
    }

    int end(int number) {
        return ends[2 * number];
    }
}
