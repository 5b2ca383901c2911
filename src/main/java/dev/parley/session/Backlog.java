package dev.parley.session;

import java.util.concurrent.Semaphore;

/// How much may wait at one place, counted in characters. Who brings more waits until some of it
/// was taken; what is larger than all of it has the place to itself. Thread-safe.
final class Backlog {
    private final int most;
    private final int least;
    private final Semaphore room;

    /// @param most how many characters may wait
    /// @param items how many things may wait, however small
    Backlog(int most, int items) {
        this.most = most;
        least = most / items;
        room = new Semaphore(most);
    }

    /// Waits until there is room.
    ///
    /// @return what to [#leave] with
    int enter(int characters) throws InterruptedException {
        var cost = Math.clamp(characters, least, most);
        room.acquire(cost);
        return cost;
    }

    void leave(int cost) {
        room.release(cost);
    }

    /// Nobody takes anything any more, so nobody may wait for that.
    void open() {
        room.release(most);
    }
}
