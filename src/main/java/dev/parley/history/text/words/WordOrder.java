package dev.parley.history.text.words;

import org.apache.lucene.util.MSBRadixSorter;

import java.util.Arrays;

/// Sorts the words of a [WordTable] by role and then by their bytes. Words are all over the memory;
/// so their beginnings are sorted first, each as one number, and a word is only looked at again if
/// another begins like it.
public final class WordOrder extends MSBRadixSorter {
    private static final int ROLE_BITS = 3;

    private final WordTable table;
    private final int[] numbers;

    private WordOrder(WordTable table) {
        super(1 + WordScanner.MOST_LENGTH);
        this.table = table;
        numbers = new int[table.size()];
    }

    /// @return the numbers of all words in this order
    public static int[] of(WordTable table) {
        var order = new WordOrder(table);
        order.sort();
        return order.numbers;
    }

    private void sort() {
        var numberBits = Integer.SIZE - Integer.numberOfLeadingZeros(numbers.length);
        var bytes = (Long.SIZE - 1 - ROLE_BITS - numberBits) / Byte.SIZE;
        var keys = new long[numbers.length];
        for (var number = 0; number < keys.length; number++) {
            keys[number] = (table.beginning(number, bytes) << numberBits) | number;
        }
        Arrays.sort(keys);
        for (var at = 0; at < keys.length; at++) {
            numbers[at] = (int) (keys[at] & ((1L << numberBits) - 1));
        }
        var first = 0;
        for (var at = 1; at <= keys.length; at++) {
            if (at == keys.length || keys[at] >> numberBits != keys[first] >> numberBits) {
                if (at - first > 1) {
                    sort(first, at);
                }
                first = at;
            }
        }
    }

    @Override
    protected int byteAt(int at, int index) {
        return table.byteAt(numbers[at], index);
    }

    @Override
    protected void swap(int one, int other) {
        var number = numbers[one];
        numbers[one] = numbers[other];
        numbers[other] = number;
    }
}
