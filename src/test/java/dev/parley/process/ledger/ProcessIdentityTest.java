package dev.parley.process.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.process.Self;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.nio.file.Files;

/// Which processes count as alive.
class ProcessIdentityTest {
    @Test
    void aRunningProcessIsAlive() {
        assertTrue(ProcessIdentity.self().isAlive());
        assertTrue(Self.isAlive(Self.name()));
    }

    @Test
    void aLaterProcessWithTheSameNumberIsAnother() {
        var self = ProcessIdentity.self();
        assertFalse(new ProcessIdentity(self.pid(), self.start() + 1).isAlive());
        assertFalse(new ProcessIdentity(self.pid(), self.start() - 1000).isAlive());
        assertFalse(Self.isAlive(self.pid() + "-" + (self.start() - 1000) + "-1"));
    }

    /// As earlier versions wrote it.
    @Test
    void aStartInSecondsIsUnderstood() {
        var second = ProcessHandle.current().info().startInstant().orElseThrow().getEpochSecond();
        var pid = ProcessHandle.current().pid();
        assertTrue(new ProcessIdentity(pid, second).isAlive());
        assertFalse(new ProcessIdentity(pid, second - 3600).isAlive());
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aProcessThatEndedAndThatNobodyReapedIsDead() throws Exception {
        // The one that has the child becomes a program that does not know of it.
        var negligent =
                new ProcessBuilder("/bin/sh", "-c", "sleep 1000 & echo $!; exec sleep 1000")
                        .start();
        try {
            var pid = Long.parseLong(negligent.inputReader().readLine());
            var identity = ProcessIdentity.of(pid);
            assertTrue(identity.isAlive());
            // Before that, the shell might ask how its child ended.
            var name = ProcStat.ALL.resolve(negligent.pid() + "/comm");
            Awaitility.await().until(() -> Files.readString(name).startsWith("sleep"));
            ProcessHandle.of(pid).orElseThrow().destroyForcibly();
            Awaitility.await().until(() -> ProcStat.of(pid).filter(ProcStat::isZombie).isPresent());
            assertTrue(ProcessHandle.of(pid).isPresent(), "Java takes it for alive");
            assertFalse(identity.isAlive());
            assertFalse(Self.isAlive(pid + "-" + identity.start() + "-1"));
        } finally {
            negligent.destroyForcibly();
        }
    }

    @Test
    void theNameOfACommandMayLookLikeAnything() {
        var stat =
                ProcStat.parse(
                        7,
                        "7 (a) Z 1 (b) S 5 6 8 0 -1 4194304 1 2 3 4 5 6 7 8 20 0 1 0 4711 9 9 9\n");
        assertEquals(new ProcStat(7, 'S', 5, 8, 4711), stat);
    }
}
