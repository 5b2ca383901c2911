package dev.parley.sessionfile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.List;

class BranchesTest {
    private final Branches branches = new Branches();

    private List<Integer> active() {
        return branches.active().stream().boxed().toList();
    }

    @Test
    void theLastLineEndsTheActiveBranch() {
        branches.add("a", null);
        branches.add("b", "a");
        branches.add("c", "b");
        branches.add("d", "a");
        assertEquals(List.of(0, 3), active());
    }

    @Test
    void aLineCanBeReturnedTo() {
        branches.add("a", null);
        branches.add("b", "a");
        branches.add("c", "a");
        branches.moveTo("b");
        assertEquals(List.of(0, 1), active());
        branches.moveTo("nobody knows it");
        assertEquals(List.of(0, 1), active());
    }

    @Test
    void resultsOfToolsCalledAtOnceAreAllActive() {
        branches.add("call 1", null);
        branches.add("call 2", "call 1");
        branches.attach("result 1", "call 1");
        branches.attach("result 2", "call 2");
        branches.add("answer", "result 2");
        assertEquals(List.of(0, 1, 2, 3, 4), active());
    }

    @Test
    void aLostParentIsReplacedByTheLineBefore() {
        branches.add("a", null);
        branches.add("c", "b, on a line that was too long");
        assertEquals(List.of(0, 1), active());
    }

    @Test
    void aSidechainIsNotActive() {
        branches.add("a", null);
        branches.aside("s", null);
        assertEquals(List.of(0), active());
    }

    @Test
    void aLineThatIsItsOwnAncestorDoesNotHoldUp() {
        branches.add("a", "a");
        assertEquals(List.of(0), active());
    }

    @Test
    void amillionLinesAreFound() {
        for (var at = 0; at < 1_000_000; at++) {
            branches.add("id-" + at, at == 0 ? null : "id-" + (at - 1));
        }
        assertEquals(1_000_000, branches.active().cardinality());
    }
}
