package dev.parley.base.disk;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class DiskProblemTest {
    private static final long MEGABYTE = 1024 * 1024;

    @Test
    void aFullDiskIsKnownByWordsInAnyCase() {
        assertTrue(DiskProblem.isFull("No space left on device", Long.MAX_VALUE));
        assertTrue(DiskProblem.isFull("ENOSPC: no space left on device, write", Long.MAX_VALUE));
        assertTrue(DiskProblem.isFull("Disk quota exceeded", Long.MAX_VALUE));
        assertFalse(DiskProblem.isFull("Permission denied", MEGABYTE));
    }

    /// Git takes back what it could not write, and does not say why it could not.
    @Test
    void whatCouldNotBeWrittenWhereThereIsLittleRoomWasTooLarge() {
        assertTrue(DiskProblem.isFull("error: unable to write file big", MEGABYTE));
        assertFalse(DiskProblem.isFull("error: unable to write file big", 1000 * MEGABYTE));
    }
}
