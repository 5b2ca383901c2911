package dev.parley.portable;

import java.util.Arrays;
import java.util.BitSet;

/// Where the pieces that were told hang in their session, for a summary that leaves the last of
/// them. Four bytes a piece, and no text.
final class ToldPieces {
    private int[] nodes = new int[64];
    private final BitSet prompts = new BitSet();
    private int size;

    void add(int node, boolean isPrompt) {
        if (size == nodes.length) {
            nodes = Arrays.copyOf(nodes, size * 2);
        }
        nodes[size] = node;
        prompts.set(size, isPrompt);
        size++;
    }

    /// How many of the last hang at that line or behind it.
    int since(int node) {
        var first = size;
        while (first > 0 && nodes[first - 1] >= node) {
            first--;
        }
        return size - first;
    }

    /// How many there are in the last turns.
    int ofTurns(int count) {
        var first = size;
        for (var left = count; left > 0 && first > 0; left--) {
            first = Math.max(0, prompts.previousSetBit(first - 1));
        }
        return size - first;
    }
}
