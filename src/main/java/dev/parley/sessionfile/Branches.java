package dev.parley.sessionfile;

import dev.parley.sessionfile.scan.LongIndex;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.BitSet;

/// The tree of a session's lines: rewinding hangs the next line on an older one, and the lines that
/// were left stay in the file. Holds 17 bytes a line and no text, so that a session of a million
/// lines costs little.
public final class Branches {
    private static final int NONE = -1;

    private final LongIndex nodes = new LongIndex();
    private int[] parents = new int[64];
    private final BitSet attached = new BitSet();
    private int size;
    private int leaf = NONE;

    // A line is looked for, added, and then the parent of the next one: its hash is made once.
    private String hashed = "";
    private long hash = LongIndex.hash("");
    private String hashedBefore = "";
    private long hashBefore = hash;

    /// Adds a line behind its parent; from now on it is the leaf of the active branch. A parent
    /// nobody knows was lost with a broken line: then the line before takes its place.
    ///
    /// @return its number
    public int add(@Nullable String id, @Nullable String parent) {
        return add(id, parent == null ? NONE : find(parent, size - 1));
    }

    /// Adds a line behind the leaf.
    public int append(@Nullable String id) {
        return add(id, leaf);
    }

    /// Adds a line that belongs to its parent without going on from it: of several tools called at
    /// once, the conversation goes on behind one of the results only.
    public int attach(@Nullable String id, @Nullable String parent) {
        var node = add(id, parent);
        attached.set(node);
        return node;
    }

    /// Adds a line that is on no branch.
    public int aside(@Nullable String id, @Nullable String parent) {
        var before = leaf;
        var node = add(id, parent);
        leaf = before;
        return node;
    }

    private int add(@Nullable String id, int parent) {
        if (size == parents.length) {
            parents = Arrays.copyOf(parents, size * 2);
        }
        parents[size] = parent;
        if (id != null) {
            nodes.put(hash(id), size);
        }
        leaf = size;
        return size++;
    }

    /// The branch that ends with this line is the active one. A line nobody knows changes nothing.
    public void moveTo(String id) {
        leaf = find(id, leaf);
    }

    /// The same by a line's number; -1 leaves nothing active.
    public void moveTo(int node) {
        leaf = node;
    }

    /// The number of a line, or `otherwise`.
    public int find(String id, int otherwise) {
        return nodes.get(hash(id), otherwise);
    }

    private long hash(String id) {
        if (id.equals(hashed)) {
            return hash;
        }
        if (id.equals(hashedBefore)) {
            return hashBefore;
        }
        hashedBefore = hashed;
        hashBefore = hash;
        hashed = id;
        hash = LongIndex.hash(id);
        return hash;
    }

    public int leaf() {
        return leaf;
    }

    public int parent(int node) {
        return parents[node];
    }

    /// The lines of the active branch.
    public BitSet active() {
        var active = new BitSet(size);
        // A line that is its own ancestor is a broken file, not a reason to walk for ever.
        for (var node = leaf; node != NONE && !active.get(node); node = parents[node]) {
            active.set(node);
        }
        for (var node = attached.nextSetBit(0); node >= 0; node = attached.nextSetBit(node + 1)) {
            if (parents[node] != NONE && active.get(parents[node])) {
                active.set(node);
            }
        }
        return active;
    }
}
