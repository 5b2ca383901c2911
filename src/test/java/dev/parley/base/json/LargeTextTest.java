package dev.parley.base.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/// Large texts hold up no virtual thread but the one that waits for them.
@Timeout(120)
class LargeTextTest {
    private static final int LARGEST = 16 * 1024 * 1024;

    private static <T> Future<T> virtually(Callable<T> task) {
        var future = new FutureTask<>(task);
        Thread.startVirtualThread(future);
        return future;
    }

    private static Future<Boolean> isVirtualWith(int length) {
        return virtually(() -> LargeText.handle(length, () -> Thread.currentThread().isVirtual()));
    }

    @Test
    void onlyALargeOneLeavesTheVirtualThread() throws Exception {
        assertEquals(true, isVirtualWith(LargeText.LARGE - 1).get());
        assertEquals(false, isVirtualWith(LargeText.LARGE).get());
        var here = LargeText.handle(LargeText.LARGE, Thread::currentThread);
        assertEquals(Thread.currentThread(), here);
    }

    @Test
    void theLargestAreOneAfterTheOtherAndASmallerOneGoesBeside() throws Exception {
        var mayEnd = new CountDownLatch(1);
        var begun = new CountDownLatch(1);
        var first = virtually(() -> LargeText.handle(LARGEST, waiting(begun, mayEnd)));
        begun.await();
        var second = virtually(() -> LargeText.handle(2L * LARGEST, () -> "second"));
        await().until(LargeText::isCrowded);
        assertEquals(
                "small", virtually(() -> LargeText.handle(LargeText.LARGE, () -> "small")).get());
        assertThat(second).isNotDone();
        mayEnd.countDown();
        assertEquals("first", first.get());
        assertEquals("second", second.get());
    }

    @Test
    void readingJsonIsSuchWork() throws Exception {
        var mayEnd = new CountDownLatch(1);
        var text = "[\"" + "x".repeat(LARGEST / 2) + "\"]";
        var begun = new CountDownLatch(1);
        var first = virtually(() -> LargeText.handle(LARGEST, waiting(begun, mayEnd)));
        try {
            begun.await();
            var read = virtually(() -> Json.parse(text).orElseThrow());
            await().until(LargeText::isCrowded);
            mayEnd.countDown();
            first.get();
            var tree = read.get();
            assertEquals(text, virtually(() -> Json.write(tree)).get());
        } finally {
            mayEnd.countDown(); // the next test needs the room
        }
    }

    private static Supplier<String> waiting(CountDownLatch begun, CountDownLatch mayEnd) {
        return () -> {
            begun.countDown();
            try {
                mayEnd.await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            return "first";
        };
    }

    @Test
    void aFaultIsThrownToTheOneWhoWaits() {
        var fault = new IllegalArgumentException("no");
        var failing =
                virtually(() ->
                        LargeText.handle(
                                LARGEST,
                                () -> {
                                    throw fault;
                                }));
        var thrown = assertThrows(ExecutionException.class, failing::get);
        assertEquals(fault, thrown.getCause());
        var broken = virtually(() -> Json.parse("[" + "x".repeat(LARGEST)));
        assertThat(broken)
                .succeedsWithin(java.time.Duration.ofMinutes(1))
                .matches(o -> o.isEmpty());
    }
}
